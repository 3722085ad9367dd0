import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type GroupBody, groupBody } from '../../schemas/groups/groups'
import type { CreateFormProps } from '../crud/CreateDialog'
import { useTypedForm } from '../crud/typedForm'
import { GroupFields } from './GroupFields'

const CreateGroupForm = ({ id, name, onSubmit }: CreateFormProps<GroupBody>) => {
  const form = useForm({ resolver: zodResolver(groupBody), defaultValues: { name: '', description: '' } })
  useTypedForm(name, form)
  return (
    <form id={id} noValidate onSubmit={form.handleSubmit(onSubmit)}>
      <GroupFields form={form} />
    </form>
  )
}

export default CreateGroupForm
