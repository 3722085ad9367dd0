import { checkForm } from '../../schemas/checkForm'
import { codeBody } from '../../schemas/security/codes'
import * as words from '../../schemas/session/session.words'
import { Button } from '../ui/Button'
import { Field } from '../ui/forms/Field'
import { Input } from '../ui/forms/Input'
import { Refusal, SubmitButton } from './AuthFields'
import { PasskeyButton, type PasskeyState } from './PasskeyButton'
import { useCheckedForm } from './useCheckedForm'

export type CodeFormProps = {
  busy: boolean
  refusal?: string | undefined
  passkey?: PasskeyState | undefined
  /** The operator has only passkeys, so a recovery code is the alternative. */
  isPasskeyFirst: boolean
  onPasskey: () => void
  onSubmit: (code: string) => void
  onCancel: () => void
}

const check = (values: FormData) => checkForm(codeBody, Object.fromEntries(values))

export const CodeForm = ({ busy, refusal, passkey, isPasskeyFirst, onPasskey, onSubmit, onCancel }: CodeFormProps) => {
  const { props, errors } = useCheckedForm(check, ({ code }) => onSubmit(code))
  const usesPasskey = passkey ? (
    <PasskeyButton
      state={passkey}
      disabled={busy}
      label={words.useAPasskey}
      isFirst={isPasskeyFirst}
      onClick={onPasskey}
    />
  ) : null
  return (
    <form {...props} className="flex flex-col gap-5">
      {isPasskeyFirst ? usesPasskey : null}
      <Field label={isPasskeyFirst ? 'Recovery code' : 'Code'} error={errors?.code}>
        <Input
          name="code"
          autoFocus={!isPasskeyFirst}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          className="min-h-12 text-md"
        />
      </Field>
      {refusal === undefined || busy ? null : <Refusal>{refusal}</Refusal>}
      <SubmitButton busy={busy} busyLabel="Checking..." tone={isPasskeyFirst ? 'outline' : 'primary'}>
        Continue
      </SubmitButton>
      {isPasskeyFirst ? null : usesPasskey}
      <Button size="lg" wide disabled={busy} onClick={onCancel}>
        {words.backToLogin}
      </Button>
    </form>
  )
}
