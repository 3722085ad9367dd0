import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { type AccountForm, emptyAccountForm, newAccountForm } from '../../schemas/accountForm'
import type { CreateFormProps } from '../crud/CreateDialog'
import { useKeptForm } from '../crud/keptForm'
import { LazyPart } from '../ui/LazyPart'
import { lazy } from '../ui/lazy'
import { AccountFields } from './AccountFields'

const ConnectPanel = lazy(() => import('./ConnectPanel'))
const KeysGuide = lazy(() => import('./KeysGuide'))

const CreateAccountForm = ({ id, name, onSubmit }: CreateFormProps<AccountForm>) => {
  const form = useForm({ resolver: zodResolver(newAccountForm), defaultValues: emptyAccountForm })
  useKeptForm(name, form)
  const group = useWatch({ control: form.control, name: 'group' })
  return (
    <form id={id} noValidate onSubmit={form.handleSubmit(onSubmit)}>
      <LazyPart>
        <ConnectPanel group={group} />
        <KeysGuide form={form} />
      </LazyPart>
      <AccountFields form={form} />
    </form>
  )
}

export default CreateAccountForm
