import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type AccountForm, emptyAccountForm, newAccountForm } from '../../schemas/accountForm'
import type { CreateFormProps } from '../crud/CreateDialog'
import { useKeptForm } from '../crud/keptForm'
import { AccountFields } from './AccountFields'

const CreateAccountForm = ({ id, name, onSubmit }: CreateFormProps<AccountForm>) => {
  const form = useForm({ resolver: zodResolver(newAccountForm), defaultValues: emptyAccountForm })
  useKeptForm(name, form)
  return (
    <form id={id} noValidate onSubmit={form.handleSubmit(onSubmit)}>
      <AccountFields form={form} />
    </form>
  )
}

export default CreateAccountForm
