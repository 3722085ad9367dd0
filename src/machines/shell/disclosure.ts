import { type ActorRefFrom, setup } from 'xstate'

export const disclosureMachine = setup({
  types: { events: {} as { type: 'open' } | { type: 'close' } | { type: 'toggle' } },
}).createMachine({
  id: 'disclosure',
  description: 'A part of the page that is open or closed, such as a menu.',
  initial: 'closed',
  states: {
    closed: { on: { open: 'open', toggle: 'open' } },
    open: { on: { close: 'closed', toggle: 'closed' } },
  },
})

export type DisclosureRef = ActorRefFrom<typeof disclosureMachine>
