import type { ReactNode } from 'react'
import { Controller } from 'react-hook-form'
import type { ComposerForm } from '../../schemas/draft'
import { Field, Select } from '../ui'
import { ChoiceOptions, lacks, type Option } from './ChoiceOptions'
import type { Choice } from './choices'
import type { ComposerFormControl } from './useComposerForm'

export interface ChoiceFieldProps<T> {
  form: ComposerFormControl
  name: 'role_id' | 'group_name' | 'account_id'
  label: string
  choice: Choice<T>
  prompt: string
  /** What is said of a value that is in the list no more; the value itself where it is a name. */
  gone?: string
  /** The same function at each drawing. */
  optionOf: (item: T) => Option
  hint: ReactNode
  /** In place of the hint where the loaded list has the chosen value no more. */
  goneHint?: string
  /** Stands at the left of the chosen value. */
  adornmentOf?: (value: string) => ReactNode
  onKeep: (change: Partial<ComposerForm>) => void
}

/** One of the composer's fields that choose from a list. */
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
  onKeep,
}: ChoiceFieldProps<T>) => (
  <Controller
    control={form.control}
    name={name}
    render={({ field, fieldState }) => (
      <Field
        label={label}
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
