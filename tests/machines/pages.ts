import { assign, createActor, setup } from 'xstate'

const resting = setup({}).createMachine({})
const importing = setup({ types: { tags: {} as 'unfinished' } }).createMachine({ tags: 'unfinished' })

export const sessionWith = (csvImport: 'idle' | 'importing') =>
  createActor(
    setup({
      types: {
        context: {} as { logouts: number },
        events: {} as { type: 'logout' },
        children: {} as { csvImport: 'csvImport' },
      },
      actors: { csvImport: csvImport === 'idle' ? resting : importing },
    }).createMachine({
      context: { logouts: 0 },
      invoke: { id: 'csvImport', src: 'csvImport' },
      on: { logout: { actions: assign({ logouts: ({ context }) => context.logouts + 1 }) } },
    }),
  ).start()

export const unsavedPage = createActor(
  setup({ types: { events: {} as { type: 'page.discard' } } }).createMachine({
    on: { 'page.discard': { actions: () => undefined } },
  }),
).start()

export const shownOncePage = createActor(
  setup({ types: { events: {} as { type: 'page.discard' }, tags: {} as 'shownOnce' } }).createMachine({
    tags: 'shownOnce',
    on: { 'page.discard': { actions: () => undefined } },
  }),
).start()

export const unfinishedPage = createActor(importing).start()
