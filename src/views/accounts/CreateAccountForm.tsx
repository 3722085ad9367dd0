import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { type AccountForm, emptyAccountForm, newAccountForm } from '../../schemas/accounts/accountForm'
import type { CreateFormProps } from '../crud/CreateDialog'
import { useTypedForm } from '../crud/typedForm'
import { AccountFields } from './AccountFields'
import { ConnectPanel } from './ConnectPanel'
import { KeysGuide } from './KeysGuide'

const CreateAccountForm = ({ id, name, onSubmit }: CreateFormProps<AccountForm>) => {
  const form = useForm({ resolver: zodResolver(newAccountForm), defaultValues: emptyAccountForm })
  useTypedForm(name, form)
  const group = useWatch({ control: form.control, name: 'group' })
  return (
    <form id={id} noValidate onSubmit={form.handleSubmit(onSubmit)}>
      <ConnectPanel group={group} />
      <KeysGuide form={form} />
      <AccountFields form={form} />
    </form>
  )
}

export default CreateAccountForm
