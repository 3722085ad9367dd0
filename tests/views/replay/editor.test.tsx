import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnyMachineSnapshot, EventObject } from 'xstate'
import { editor as model } from '../../machines/listModels'
import { type Gate, type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { renderConsole, screenLoads, textIn } from '../../support/renderConsole'
import { coveringPaths, createCoverage, networkReturns, type ReplayOf, refusalOf, takePath } from '../../support/replay'

/** No route leads here without an id, and Cancel is below a loaded form. */
const isPossible = (snapshot: AnyMachineSnapshot, { type }: EventObject) =>
  !['form.change', 'form.cancel'].includes(type) || snapshot.matches('editing')
const unreachable = [
  'editor.locating ----> editor.missing',
  'editor.loading --form.cancel--> editor.loading',
  'editor.missing --form.cancel--> editor.missing',
]

const paths = coveringPaths(model, isPossible).filter(({ input }) => JSON.stringify(input) !== '{}')
const coverage = createCoverage(model)

let server: InProcessServer
let loading: Gate
let saving: Gate
let id: number

beforeAll(async () => {
  server = await startInProcessServer()
  const { body } = await server.me.call('POST', '/groups', { name: 'Launch', description: 'words' })
  id = (body as { id: number }).id
  loading = server.gate(/GET \/groups\/\d/)
  saving = server.gate(/PUT \/groups\//)
})
afterAll(() => server.close())

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })

const open = async (): Promise<ReplayOf<typeof model>> => {
  window.history.pushState(null, '', '/admin/history')
  const { user } = renderConsole(server, `/admin/group/${id}`, { inspect: coverage.observer })
  let stored: string | undefined
  return {
    does: {
      'form.change': async ({ isChanged }) => {
        const name = await screen.findByLabelText('Name')
        stored ??= textIn(name)
        await user.clear(name)
        await user.type(name, isChanged ? `${stored}!` : stored)
      },
      'page.discard': async () => {
        await user.click(screen.getByRole('link', { name: 'History' }))
        await user.click(await screen.findByRole('button', { name: 'Leave' }))
      },
      'form.submit': async () => user.click(await button('Update')),
      'form.cancel': async () => user.click(await button('Cancel')),
      'page.reload': async () => user.click(await button('Try again')),
    },
    answers: {
      back: networkReturns,
      load: { done: () => loading.pass(), error: (error) => loading.answer(refusalOf(error)) },
      /** The record is read again before it is stored. */
      save: {
        done: async () => {
          await loading.pass()
          await saving.pass()
        },
        error: async (error) => {
          await loading.pass()
          await saving.answer(refusalOf(error))
        },
      },
    },
    sees: {
      locating: screenLoads,
      loading: screenLoads,
      failed: () => screen.findByText('It could not be loaded. Check the connection, then try again.'),
      missing: () => screen.findByText('It does not exist. It may have been deleted.'),
      editing: () =>
        window.location.pathname === `/admin/group/${id}`
          ? button('Update')
          : screen.findByRole('heading', { level: 1 }),
      saving: () => button('Updating in...'),
      saved: () => waitFor(() => expect(window.location.pathname).toBe('/admin/group')),
    },
  }
}

describe('editor, taken by a person on the Group Details page', () => {
  it.each(coverage.walks(paths))('%s', async (_, path) => {
    await takePath(await open(), path)
  })

  it('takes every transition in the real application that a person can cause', () => {
    coverage.expectAllBut(unreachable)
  })
})
