import type { ReactNode } from 'react'
import { Button, type ButtonLook } from '../ui/Button'
import { Field } from '../ui/forms/Field'
import { Input } from '../ui/forms/Input'
import { PasswordInput } from '../ui/forms/PasswordInput'
import { useHydrated } from '../ui/hydrated'

export type AuthFieldProps = {
  error: string | undefined
  autoComplete: string
}

export const EmailField = ({ error, autoComplete, value }: AuthFieldProps & { value?: string | undefined }) => (
  <Field label="Email" error={error}>
    <Input name="email" type="email" defaultValue={value} autoComplete={autoComplete} className="min-h-12 text-md" />
  </Field>
)

export const PasswordField = ({ error, autoComplete }: AuthFieldProps) => (
  <Field label="Password" error={error}>
    <PasswordInput name="password" autoComplete={autoComplete} large />
  </Field>
)

/** Stays after its toast, which screen readers announce, has gone. */
export const Refusal = ({ children }: { children: ReactNode }) => (
  <p className="rounded-lg bg-danger-soft px-3.5 py-2.5 text-sm wrap-anywhere text-danger-ink forced-colors:border">
    {children}
  </p>
)

export type SubmitButtonProps = {
  busy: boolean
  busyLabel: string
  tone?: ButtonLook['tone']
  className?: string
  children: ReactNode
}

/** Submits nothing before the script runs, because only the script checks the form. */
export const SubmitButton = ({ tone = 'primary', ...props }: SubmitButtonProps) => (
  <Button {...props} type={useHydrated() ? 'submit' : 'button'} tone={tone} size="lg" wide />
)
