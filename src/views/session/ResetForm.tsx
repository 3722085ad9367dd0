import type { Fault } from '../../machines/crud/failure'
import { checkForm } from '../../schemas/checkForm'
import { publicMessages as messages } from '../../schemas/commonMessages'
import { type ResetBody, resetBody } from '../../schemas/session/auth'
import { PasswordField, Refusal, SubmitButton } from './AuthFields'
import { placed, useCheckedForm } from './useCheckedForm'

export type ResetFormProps = {
  busy: boolean
  refusal?: Fault | undefined
  onSubmit: (body: ResetBody) => void
}

/** The token follows the link's `#`, which no server and no log receives. */
const check = (values: FormData) =>
  checkForm(resetBody, { ...Object.fromEntries(values), token: location.hash.slice(1) })

export const ResetForm = ({ busy, refusal, onSubmit }: ResetFormProps) => {
  const { props, errors } = useCheckedForm(check, onSubmit)
  const { at, below } = placed(busy ? undefined : refusal, ['password'])
  const complaint = errors?.token ?? below
  return (
    <form {...props} className="flex flex-col gap-5">
      <PasswordField autoComplete="new-password" error={errors?.password ?? at.password} />
      {complaint === undefined ? null : <Refusal>{complaint}</Refusal>}
      <SubmitButton busy={busy} busyLabel={messages.auth.settingPassword}>
        Set password
      </SubmitButton>
    </form>
  )
}
