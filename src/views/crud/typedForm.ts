import { useEffect, useSyncExternalStore } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { AnyActorRef } from 'xstate'
import { useLogic } from '../shell/logicContext'

export const changed = <TForm extends FieldValues, TValid>({
  getValues,
}: UseFormReturn<TForm, unknown, TValid>): Partial<TForm> => getValues(undefined, { dirtyFields: true })

/**
 * Typed values return when the form is shown again, even after an expired session, until they are deleted by `name`
 * (`useLogic().typed`). Other fields are filled with stored values.
 */
export const useTypedForm = <TForm extends FieldValues, TValid>(
  name: string,
  form: UseFormReturn<TForm, unknown, TValid>,
): void => {
  const { typed } = useLogic()
  useEffect(() => {
    const { getValues, reset, watch } = form
    const values = typed.get<Partial<TForm>>(name)
    if (values) reset({ ...getValues(), ...values }, { keepDefaultValues: true })
    const { unsubscribe } = watch(() => {
      const changes = changed(form)
      if (Object.keys(changes).length > 0) typed.set(name, changes)
      else typed.forget(name)
    })
    return unsubscribe
  }, [typed, name, form])
}

export const useIsTyped = (name: string): boolean => {
  const { typed } = useLogic()
  const isTyped = () => typed.get(name) !== undefined
  return useSyncExternalStore(typed.watch, isTyped, isTyped)
}

/** Typed values are deleted when the actor has stored them, even if the page was left in the meantime. */
export const useForgottenOnce = (actor: Pick<AnyActorRef, 'on' | 'getSnapshot'>, type: string, name: string): void => {
  const { typed } = useLogic()
  useEffect(() => {
    const { unsubscribe } = actor.on(type, () => typed.forget(name))
    return () => {
      if (!actor.getSnapshot().hasTag('writing')) unsubscribe()
    }
  }, [actor, type, name, typed])
}
