import {
  type Actor,
  type AnyStateMachine,
  type ContextFrom,
  createActor,
  type EventFrom,
  type StateValueFrom,
} from 'xstate'

/**
 * An actor that rests in a state, for a view that is drawn alone; what it is sent changes nothing, and is in `sent`.
 *
 * @param changes of the context that the machine begins with.
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
