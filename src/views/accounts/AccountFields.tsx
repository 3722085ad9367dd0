import { Controller, type UseFormReturn } from 'react-hook-form'
import type { AccountForm } from '../../schemas/accounts/accountForm'
import { credentialNames } from '../../schemas/accounts/accounts'
import * as words from '../../schemas/accounts/accounts.words'
import { keyLabels } from '../../schemas/gate/keys'
import { Field, Input } from '../ui'
import { PasswordInput } from '../ui/forms/PasswordInput'
import { GroupField } from './GroupField'

export type AccountFieldsProps = {
  form: UseFormReturn<AccountForm>
  /** A blank credential keeps the stored one. */
  editing?: boolean
}

export const AccountFields = ({ form, editing = false }: AccountFieldsProps) => {
  const { errors, defaultValues } = form.formState
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      <Field label="Username" hint="The account’s @handle." error={errors.username?.message}>
        <Input
          {...form.register('username')}
          placeholder="@xxx123"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Controller
        control={form.control}
        name="group"
        render={({ field }) => (
          <GroupField
            {...field}
            none={editing ? 'No group' : words.selectGroup}
            stored={defaultValues?.group}
            error={errors.group?.message}
          />
        )}
      />
      {credentialNames.map((name) => (
        <Field
          key={name}
          label={keyLabels[name]}
          hint={editing ? words.keepStoredValue : undefined}
          error={errors[name]?.message}
        >
          <PasswordInput {...form.register(name)} what={keyLabels[name].toLowerCase()} autoComplete="new-password" />
        </Field>
      ))}
    </div>
  )
}
