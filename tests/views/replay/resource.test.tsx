import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnyMachineSnapshot, EventObject } from 'xstate'
import { resource as model } from '../../machines/listModels'
import { type Gate, type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { renderConsole, textIn } from '../../support/renderConsole'
import { coveringPaths, createCoverage, type ReplayOf, refusalOf, takePath } from '../../support/replay'

/** The page behind a dialog cannot be clicked. */
const isPossible = (snapshot: AnyMachineSnapshot, { type }: EventObject) =>
  type !== 'list.reload' || snapshot.matches('browsing')

const paths = coveringPaths(model, isPossible)
const coverage = createCoverage(model)

let server: InProcessServer
let creation: Gate
let deletion: Gate
let groups = 0

beforeAll(async () => {
  server = await startInProcessServer()
  creation = server.gate(/POST \/groups/)
  deletion = server.gate(/DELETE \/groups\//)
})
afterAll(() => server.close())

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
const inDialog = async (name: string) =>
  within(await screen.findByRole('dialog', { name: 'Create Group' })).findByRole('button', { name })
const question = () => screen.findByRole('alertdialog', { name: 'Are you sure you want to delete this Group?' })
const seesBusy = (control: HTMLElement) => waitFor(() => expect(control.getAttribute('aria-busy')).toBe('true'))

const open = async (): Promise<ReplayOf<typeof model>> => {
  const name = `Launch ${++groups}`
  await server.me.call('POST', '/groups', { name, description: 'first' })
  server.answerNext('GET /groups', { status: 500 })
  const { user } = renderConsole(server, '/admin/group', { inspect: coverage.observer })
  await button('Try again')
  const showList = async () => {
    const again = screen.queryByRole('button', { name: 'Try again' })
    if (again) await user.click(again)
  }
  return {
    does: {
      'list.reload': showList,
      'create.open': async () => user.click(await button('Add Group')),
      'create.submit': async () => {
        const field = await screen.findByLabelText('Name')
        if (textIn(field) === '') {
          await user.type(field, `Group ${++groups}`)
          await user.type(screen.getByLabelText('Description'), 'words')
        }
        await user.click(await inDialog('Save'))
      },
      'delete.request': async () => {
        await showList()
        await user.click(await button(`Delete ${name}`))
      },
      'delete.confirm': async () => user.click(await within(await question()).findByRole('button', { name: 'Delete' })),
      'dialog.cancel': async () => user.click(await button('Cancel')),
    },
    answers: {
      create: { done: () => creation.pass(), error: (error) => creation.answer(refusalOf(error)) },
      remove: { done: () => deletion.pass(), error: (error) => deletion.answer(refusalOf(error)) },
    },
    sees: {
      browsing: () =>
        waitFor(() => {
          expect(screen.queryByRole('dialog')).toBeNull()
          expect(screen.queryByRole('alertdialog')).toBeNull()
          screen.getByRole('button', { name: 'Add Group' })
        }),
      creating: () => waitFor(async () => expect((await inDialog('Save')).getAttribute('aria-busy')).not.toBe('true')),
      saving: async () => seesBusy(await inDialog('Save')),
      confirmingDelete: question,
      deleting: () =>
        waitFor(async () => expect((await question()).querySelector('button[aria-busy=true]')).not.toBeNull()),
    },
  }
}

describe('resource, taken by a person on the Post Group screen', () => {
  it.each(coverage.walks(paths))('%s', async (_, path) => {
    await takePath(await open(), path)
  })

  it('takes every transition in the real application', () => {
    coverage.expectAllBut([])
  })
})
