import {
  type Actor,
  type AnyStateMachine,
  type ContextFrom,
  createActor,
  type EventFrom,
  type StateValueFrom,
} from 'xstate'

/**
 * An actor in a given state, for a view that is drawn without its machine: events are collected in `sent` and change
 * nothing.
 *
 * @param changes of the machine's first context.
 */
export const actorAt = <TMachine extends AnyStateMachine>(
  machine: TMachine,
  value: StateValueFrom<TMachine>,
  changes: Partial<ContextFrom<TMachine>>,
): { actor: Actor<TMachine>; sent: EventFrom<TMachine>[] } => {
  const logic: AnyStateMachine = machine
  const { context } = createActor(logic, { input: {} }).getSnapshot()
  const snapshot = logic.resolveState({ value, context: { ...context, ...changes } })
  const sent: EventFrom<TMachine>[] = []
  const actor = createActor(logic, { snapshot, input: {} })
  const send = (event: EventFrom<TMachine>) => void sent.push(event)
  return { actor: Object.assign(actor, { send }) as Actor<TMachine>, sent }
}
