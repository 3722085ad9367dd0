import { memo, type ReactNode, useMemo } from 'react'
import { Link } from 'wouter'
import { publicMessages } from '../../../schemas/commonMessages'
import { buttons } from '../../../schemas/crud.words'
import type { Choice } from './choices'

export interface Option {
  value: string
  label: string
}

interface ChoiceOptionsProps<T> {
  choice: Choice<T>
  prompt: string
  /** A missing value stays an option, so that a restored draft does not change. */
  value: string
  /** Shown for a value that the loaded list lacks. Defaults to the value itself. */
  gone?: string | undefined
  /** Must be the same function at each render, or all options render again. */
  optionOf: (item: T) => Option
}

export const lacks = <T,>({ items }: Choice<T>, value: string, optionOf: (item: T) => Option): boolean =>
  value !== '' && !items.some((item) => optionOf(item).value === value)

export const ChoiceOptions = <T,>({ choice, prompt, value, gone = value, optionOf }: ChoiceOptionsProps<T>) => {
  const options = useMemo(() => choice.items.map(optionOf), [choice.items, optionOf])
  return (
    <>
      <option value="">{promptOf(choice, prompt)}</option>
      {lacks(choice, value, optionOf) ? (
        <option value={value}>{choice.isLoading ? publicMessages.list.loading : gone}</option>
      ) : null}
      <Options options={options} />
    </>
  )
}

/** Memoized, because a list may have 10,000 options. */
const Options = memo(({ options }: { options: readonly Option[] }) =>
  options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  )),
)

const promptOf = <T,>(choice: Choice<T>, prompt: string): string =>
  choice.isLoading ? publicMessages.list.loading : choice.items.length === 0 ? publicMessages.list.empty : prompt

interface ChoiceHint<T> {
  choice: Choice<T>
  none: string
  href: string
  create: string
  also?: Choice<unknown>
}

export const choiceHint = <T,>({ choice, none, href, create, also }: ChoiceHint<T>): ReactNode => {
  if (choice.isFailed || also?.isFailed)
    return (
      <button
        type="button"
        className="text-link font-medium"
        onClick={() => {
          if (choice.isFailed) choice.reload()
          if (also?.isFailed) also.reload()
        }}
      >
        {buttons.tryAgain}
      </button>
    )
  if (!choice.isEmpty) return null
  return (
    <>
      {none}{' '}
      <Link href={href} className="text-link font-medium">
        {create}
      </Link>
    </>
  )
}
