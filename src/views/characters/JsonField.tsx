import { Braces } from 'lucide-react'
import { useDeferredValue } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import * as words from '../../schemas/characters/characters.words'
import { jsonError } from '../../schemas/characters/jsonError'
import { parseJsonObject } from '../../schemas/characters/jsonText'
import type { RoleForm } from '../../schemas/characters/roleForm'
import { Field, TextArea } from '../ui'

export type JsonFieldProps = {
  form: UseFormReturn<RoleForm>
  name: 'knowledge_base' | 'example_conversations'
  label: string
  placeholder: string
}

export const JsonField = ({ form, name, label, placeholder }: JsonFieldProps) => {
  const text = useDeferredValue(useWatch({ control: form.control, name }))
  const problem = problemIn(text)
  const format = () =>
    form.setValue(name, JSON.stringify(parseJsonObject(text), null, 2), { shouldDirty: true, shouldValidate: true })
  return (
    <div className="relative">
      <Field
        label={label}
        error={form.formState.errors[name]?.message}
        hint={problem ? <span className="font-medium text-warn-ink">{problem}</span> : words.jsonHint}
      >
        <TextArea
          {...form.register(name)}
          rows={5}
          spellCheck={false}
          autoCapitalize="none"
          placeholder={placeholder}
          className="font-mono"
        />
      </Field>
      {text.trim() === '' ? null : (
        <button
          type="button"
          aria-label={`Format ${label}`}
          disabled={problem !== undefined}
          onClick={format}
          className="absolute -top-0.5 right-0 inline-flex min-h-6 items-center gap-1.5 rounded-sm px-1 text-xs font-semibold text-primary-ink hover:underline disabled:text-ink-3 disabled:no-underline"
        >
          <Braces aria-hidden="true" className="size-3.5" />
          Format
        </button>
      )}
    </div>
  )
}

const problemIn = (text: string): string | undefined => {
  if (text.trim() === '') return undefined
  const error = jsonError(text)
  if (error) return words.invalidJson(error.line, error.column)
  return text.trim().startsWith('{') ? undefined : words.notAnObject
}
