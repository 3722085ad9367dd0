import { useEffect, useSyncExternalStore } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { AnyActorRef } from 'xstate'
import { useLogic } from '../shell/logicContext'

/** What the fields hold that differ from what the form was filled with. */
export const changed = <TForm extends FieldValues, TValid>({
  getValues,
}: UseFormReturn<TForm, unknown, TValid>): Partial<TForm> => getValues(undefined, { dirtyFields: true })

/**
 * What is typed into the form is there again when it is shown the next time, whatever closed it, an expired session
 * included, until it is forgotten by its name (`useLogic().typed`). The other fields are filled anew then.
 */
export const useKeptForm = <TForm extends FieldValues, TValid>(
  name: string,
  form: UseFormReturn<TForm, unknown, TValid>,
): void => {
  const { typed } = useLogic()
  useEffect(() => {
    const { getValues, reset, watch } = form
    const kept = typed.get<Partial<TForm>>(name)
    if (kept) reset({ ...getValues(), ...kept }, { keepDefaultValues: true })
    const { unsubscribe } = watch(() => {
      const changes = changed(form)
      if (Object.keys(changes).length > 0) typed.set(name, changes)
      else typed.forget(name)
    })
    return unsubscribe
  }, [typed, name, form])
}

/** Whether something is kept by this name, also while its form is not shown. */
export const useIsKept = (name: string): boolean => {
  const { typed } = useLogic()
  const isKept = () => typed.get(name) !== undefined
  return useSyncExternalStore(typed.watch, isKept, isKept)
}

/** What was typed is forgotten once the actor tells that it is stored, also where the page was left while that was under way. */
export const useForgottenOnce = (actor: Pick<AnyActorRef, 'on' | 'getSnapshot'>, type: string, name: string): void => {
  const { typed } = useLogic()
  useEffect(() => {
    const { unsubscribe } = actor.on(type, () => typed.forget(name))
    return () => {
      if (!actor.getSnapshot().hasTag('writing')) unsubscribe()
    }
  }, [actor, type, name, typed])
}
