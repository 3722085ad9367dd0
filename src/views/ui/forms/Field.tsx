import { CircleAlert, CircleCheck } from 'lucide-react'
import { createContext, type ReactNode, use, useId } from 'react'
import { cx } from '../cx'

type FieldWiring = { id: string; describedBy: string | undefined; invalid: boolean }
const FieldContext = createContext<FieldWiring | null>(null)

const ReadOnlyContext = createContext(false)

/** Typing is blocked during a save, because the answer would overwrite it. */
export const ReadOnlyFields = ({ when, children }: { when: boolean; children: ReactNode }) => (
  <ReadOnlyContext value={when}>{children}</ReadOnlyContext>
)

export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** Beside the label, so that nothing moves when it arrives. */
  success?: ReactNode
  /** Announces error and success if they change without a move of the focus. */
  live?: boolean
  labelHidden?: boolean
  className?: string | undefined
  children: ReactNode
}

/** `<Field label="Email" error={errors.email?.message}><Input {...register('email')} /></Field>` */
export const Field = ({ label, hint, error, success, live, labelHidden, className, children }: FieldProps) => {
  const id = useId()
  const noteId = `${id}-note`
  const hasNote = Boolean(error || success || hint)
  return (
    <div className={cx('relative flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'text-sm font-semibold'}>
        {label}
      </label>
      <FieldContext value={{ id, describedBy: hasNote ? noteId : undefined, invalid: Boolean(error) }}>
        {children}
      </FieldContext>
      <div
        aria-live={live ? 'polite' : undefined}
        className={cx('empty:-mt-1.5', Boolean(success) && !error && '-mt-1.5')}
      >
        {hasNote ? <FieldNote id={noteId} hint={hint} error={error} success={success} /> : null}
      </div>
    </div>
  )
}

const FieldNote = ({ id, hint, error, success }: { id: string } & Pick<FieldProps, 'hint' | 'error' | 'success'>) => {
  if (error)
    return (
      <p id={id} className="flex items-start gap-1.5 text-xs font-medium text-danger-ink">
        <CircleAlert aria-hidden="true" className="mt-px size-4 shrink-0" />
        <span className="min-w-0 break-words">{error}</span>
      </p>
    )
  if (success)
    return (
      <p id={id} className="flex items-start gap-1.5 text-xs font-medium text-success-ink absolute top-0 left-28">
        <CircleCheck aria-hidden="true" className="mt-px size-4 shrink-0" />
        <span className="min-w-0 break-words">{success}</span>
      </p>
    )
  return (
    <p id={id} className="text-xs text-ink-3">
      {hint}
    </p>
  )
}

type Wired = {
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling'
  readOnly?: boolean | undefined
}

/** The control's own attributes win over the Field's. */
export const useField = (own: Wired): Wired => {
  const field = use(FieldContext)
  const isReadOnly = use(ReadOnlyContext)
  return {
    id: own.id ?? field?.id,
    'aria-describedby': [own['aria-describedby'], field?.describedBy].filter(Boolean).join(' ') || undefined,
    'aria-invalid': own['aria-invalid'] ?? (field?.invalid || undefined),
    ...(isReadOnly ? { readOnly: true } : {}),
  }
}
