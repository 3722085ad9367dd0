import type { UseFormReturn } from 'react-hook-form'
import type { GroupBody } from '../../schemas/groups/groups'
import { Field, Input, TextArea } from '../ui'

export const GroupFields = ({ form }: { form: UseFormReturn<GroupBody> }) => {
  const { errors } = form.formState
  return (
    <div className="grid gap-5">
      <Field label="Name" error={errors.name?.message}>
        <Input {...form.register('name')} autoComplete="off" />
      </Field>
      <Field label="Description" error={errors.description?.message}>
        <TextArea {...form.register('description')} rows={3} />
      </Field>
    </div>
  )
}
