import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { emptyRoleForm, type RoleForm, roleForm } from '../../schemas/characters/roleForm'
import type { CreateFormProps } from '../crud/CreateDialog'
import { useTypedForm } from '../crud/typedForm'
import { RoleFields } from './RoleFields'

const firstVersion: RoleForm = { ...emptyRoleForm, version: '1.0' }

const CreateRoleForm = ({ id, name, onSubmit }: CreateFormProps<RoleForm>) => {
  const form = useForm({ resolver: zodResolver(roleForm), defaultValues: firstVersion })
  useTypedForm(name, form)
  return (
    <form id={id} noValidate onSubmit={form.handleSubmit(onSubmit)}>
      <RoleFields form={form} />
    </form>
  )
}

export default CreateRoleForm
