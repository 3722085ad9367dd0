import type { ReactNode } from 'react'
import { Controller } from 'react-hook-form'
import type { ComposerForm } from '../../../schemas/composer/draft'
import { Field, Select } from '../../ui'
import { ChoiceOptions, lacks, type Option } from './ChoiceOptions'
import type { Choice } from './choices'
import type { ComposerFormControl } from './useComposerForm'

export interface ChoiceFieldProps<T> {
  form: ComposerFormControl
  name: 'role_id' | 'group_name' | 'account_id'
  label: string
  choice: Choice<T>
  prompt: string
  /** Shown for a value that the list no longer has. Defaults to the value itself. */
  gone?: string
  /** Must be the same function at each render. */
  optionOf: (item: T) => Option
  hint: ReactNode
  /** Replaces the hint if the loaded list no longer has the chosen value. */
  goneHint?: string
  adornmentOf?: (value: string) => ReactNode
  className?: string
  onKeep: (change: Partial<ComposerForm>) => void
}

export const ChoiceField = <T,>({
  form,
  name,
  label,
  choice,
  prompt,
  gone,
  optionOf,
  hint,
  goneHint,
  adornmentOf,
  className,
  onKeep,
}: ChoiceFieldProps<T>) => (
  <Controller
    control={form.control}
    name={name}
    render={({ field, fieldState }) => (
      <Field
        label={label}
        className={className}
        error={fieldState.error?.message}
        hint={goneHint && choice.items.length > 0 && lacks(choice, field.value, optionOf) ? goneHint : hint}
      >
        <Select
          {...field}
          disabled={choice.items.length === 0}
          adornment={adornmentOf?.(field.value)}
          onChange={(event) => {
            field.onChange(event)
            onKeep({ [name]: event.currentTarget.value })
          }}
        >
          <ChoiceOptions choice={choice} prompt={prompt} value={field.value} gone={gone} optionOf={optionOf} />
        </Select>
      </Field>
    )}
  />
)
