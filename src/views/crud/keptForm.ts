import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useLogic } from '../logicContext'

/**
 * What is typed into the form is there again when it is shown the next time, whatever closed it, an expired session
 * included, until it is forgotten by its name (`useLogic().typed`).
 */
export const useKeptForm = <TForm extends FieldValues, TValid>(
  name: string,
  form: UseFormReturn<TForm, unknown, TValid>,
): void => {
  const { typed } = useLogic()
  const { reset, watch } = form
  useEffect(() => {
    const kept = typed.get<TForm>(name)
    if (kept) reset(kept, { keepDefaultValues: true })
    const { unsubscribe } = watch((values) => typed.set(name, values))
    return unsubscribe
  }, [typed, name, reset, watch])
}
