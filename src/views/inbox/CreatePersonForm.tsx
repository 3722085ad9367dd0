import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type PersonBody, personBody } from '../../schemas/inbox/inbox'
import * as words from '../../schemas/inbox/inbox.words'
import type { CreateFormProps } from '../crud/CreateDialog'
import { useTypedForm } from '../crud/typedForm'
import { Field, Input } from '../ui'

const CreatePersonForm = ({ id, name, onSubmit }: CreateFormProps<PersonBody>) => {
  const form = useForm({ resolver: zodResolver(personBody), defaultValues: { username: '', reason: '' } })
  useTypedForm(name, form)
  const { errors } = form.formState
  return (
    <form id={id} noValidate onSubmit={form.handleSubmit(onSubmit)} className="flex flex-col gap-4">
      <Field label="Username" hint={words.usernameHint} error={errors.username?.message}>
        <Input {...form.register('username')} autoComplete="off" spellCheck={false} />
      </Field>
      <Field label="Reason" hint={words.reasonHint} error={errors.reason?.message}>
        <Input {...form.register('reason')} autoComplete="off" />
      </Field>
    </form>
  )
}

export default CreatePersonForm
