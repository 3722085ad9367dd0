import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** The names of the fields that differ from what the form was filled with; of fields that hold no objects. */
export const changedIn = <TForm extends FieldValues, TValid>({
  formState,
  getValues,
}: UseFormReturn<TForm, unknown, TValid>): string[] => {
  const filled: Record<string, unknown> = formState.defaultValues ?? {}
  return Object.entries(getValues()).flatMap(([name, value]) => (value === filled[name] ? [] : [name]))
}
