import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { modelList } from '../../actors/roles'
import { publicMessages } from '../../schemas/commonMessages'
import type { RoleForm } from '../../schemas/roleForm'
import { useScreenActor } from '../screenActor'
import { Field, Input, Select } from '../ui'

/** A model of the provider's list; where that cannot be loaded, or is empty, any name may be typed. */
export const ModelField = ({ form }: { form: UseFormReturn<RoleForm> }) => {
  const list = useScreenActor(modelList, { params: undefined })
  const models = useSelector(list, ({ context }) => context.data)
  const failed = useSelector(list, (snapshot) => snapshot.matches('failed'))
  const problem = useSelector(list, ({ context }) => context.problem)
  const [retried, setRetried] = useState(false)
  const stored = form.formState.defaultValues?.model_name ?? ''
  const typed = failed || models?.length === 0 || (retried && models === undefined)
  const names = new Set([stored, ...(models ?? []).map(({ id }) => id)])
  names.delete('')
  return (
    <Field
      label="Model Name"
      error={form.formState.errors.model_name?.message}
      hint={
        !typed ? undefined : models && !failed ? (
          'The provider lists no models: type the name of one.'
        ) : (
          <>
            The list of models could not be loaded: type its name. {problem?.reason}{' '}
            <button
              type="button"
              className="text-link font-medium"
              disabled={!failed}
              onClick={() => {
                setRetried(true)
                list.send({ type: 'reload' })
              }}
            >
              Try again
            </button>
          </>
        )
      }
    >
      {typed ? (
        <Input {...form.register('model_name')} autoComplete="off" spellCheck={false} />
      ) : (
        <Select {...form.register('model_name')}>
          <option value="">{models ? 'Select a model' : publicMessages.list.loading}</option>
          {[...names].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      )}
    </Field>
  )
}
