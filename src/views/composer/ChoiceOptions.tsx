import { memo, type ReactNode, useMemo } from 'react'
import { Link } from 'wouter'
import { publicMessages } from '../../schemas/commonMessages'
import type { Choice } from './choices'

export interface Option {
  value: string
  label: string
}

interface ChoiceOptionsProps<T> {
  choice: Choice<T>
  prompt: string
  /** Kept as an option of its own while the list does not (yet) have it, so that a restored draft is not changed. */
  value: string
  /** What is said of a value that the loaded list lacks; the value itself where it is a name. */
  gone?: string | undefined
  /** The same function at each drawing, or else all options are drawn again. */
  optionOf: (item: T) => Option
}

/** Whether something is chosen that the list does not have, or not yet. */
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

/** Drawn once per list, not whenever the composer is: there may be 10,000. */
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
  /** What the catalogue says of an empty list. */
  none: string
  href: string
  create: string
  /** Another list that the field needs. */
  also?: Choice<unknown>
}

/** Says what is missing and leads there; offers to try again where the list could not be loaded; else null. */
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
        Try again
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
