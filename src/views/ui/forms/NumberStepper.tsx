import { Minus, Plus } from 'lucide-react'
import type { ComponentProps } from 'react'
import * as words from '../../../schemas/crud.words'
import { cx } from '../cx'
import { useField } from './Field'

export type NumberStepperProps = Omit<
  ComponentProps<'input'>,
  'type' | 'value' | 'defaultValue' | 'onChange' | 'min' | 'max'
> & {
  /** NaN while the field is empty. */
  value: number
  onChange: (value: number) => void
  min: number
  max?: number
  what: string
  /** Without buttons on wide screens with a mouse. */
  plain?: boolean
}

/** Typing past the limits is allowed; the form's rules answer it. */
export const NumberStepper = ({
  value,
  onChange,
  min,
  max,
  what,
  plain = false,
  className,
  disabled,
  ...rest
}: NumberStepperProps) => {
  const wired = useField(rest)
  const current = Number.isNaN(value) ? min : value
  const step = (next: number) => onChange(Math.max(min, Math.min(max ?? Number.POSITIVE_INFINITY, next)))
  const button = cx(
    plain && '@min-[36rem]:not-coarse:hidden',
    'inline-flex w-10 coarse:w-11 items-center justify-center text-ink-2 hover:bg-sunken hover:text-ink disabled:text-ink-3 disabled:hover:bg-transparent outline-offset-[-3px]',
  )
  return (
    <div
      className={cx(
        'inline-flex h-ctl w-36 overflow-hidden rounded-md border bg-surface',
        wired['aria-invalid'] ? 'border-danger inset-ring-1 inset-ring-danger' : 'border-line-strong',
        disabled && 'border-line bg-sunken',
        className,
      )}
    >
      <button
        type="button"
        aria-label={words.oneFewer(what)}
        disabled={disabled || current <= min}
        onClick={() => step(current - 1)}
        className={button}
      >
        <Minus aria-hidden="true" className="size-4" />
      </button>
      <input
        {...rest}
        {...wired}
        type="number"
        inputMode="numeric"
        step={1}
        min={min}
        max={max}
        disabled={disabled}
        value={Number.isNaN(value) ? '' : value}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        onWheel={({ currentTarget }) => scrollOn(currentTarget)}
        className="min-w-0 flex-1 [appearance:textfield] border-x border-line bg-transparent text-center text-sm font-semibold outline-offset-[-3px] disabled:text-ink-3 coarse:text-[1rem] [&::-webkit-inner-spin-button]:appearance-none [&::-webkit-outer-spin-button]:appearance-none"
      />
      <button
        type="button"
        aria-label={words.oneMore(what)}
        disabled={disabled || (max !== undefined && current >= max)}
        onClick={() => step(current + 1)}
        className={button}
      >
        <Plus aria-hidden="true" className="size-4" />
      </button>
    </div>
  )
}

/** The wheel scrolls the page, because browsers do not change a read-only field. */
const scrollOn = (field: HTMLInputElement) => {
  const { readOnly } = field
  field.readOnly = true
  setTimeout(() => {
    field.readOnly = readOnly
  })
}
