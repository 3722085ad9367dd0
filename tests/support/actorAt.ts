import {
  type Actor,
  type AnyStateMachine,
  type ContextFrom,
  createActor,
  type EventFrom,
  type StateValueFrom,
} from 'xstate'

/** An actor that rests in a state, for a view that is drawn alone; what it is sent changes nothing, and is in `sent`. */
export const actorAt = <TMachine extends AnyStateMachine>(
  machine: TMachine,
  value: StateValueFrom<TMachine>,
  context: ContextFrom<TMachine>,
): { actor: Actor<TMachine>; sent: EventFrom<TMachine>[] } => {
  const logic: AnyStateMachine = machine
  const sent: EventFrom<TMachine>[] = []
  const actor = createActor(logic, { snapshot: logic.resolveState({ value, context }), input: {} })
  const send = (event: EventFrom<TMachine>) => void sent.push(event)
  return { actor: Object.assign(actor, { send }) as Actor<TMachine>, sent }
}
