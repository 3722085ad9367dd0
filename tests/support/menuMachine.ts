import { setup } from 'xstate'

export const menuMachine = setup({
  types: { events: {} as { type: 'open' } | { type: 'close' } | { type: 'toggle' } },
}).createMachine({
  id: 'menu',
  initial: 'closed',
  states: {
    closed: { on: { open: 'open', toggle: 'open' } },
    open: { on: { close: 'closed', toggle: 'closed' } },
  },
})
