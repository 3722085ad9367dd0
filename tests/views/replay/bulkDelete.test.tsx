import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { csvColumns } from '../../../src/schemas/csvRows'
import { bulkDelete as model } from '../../machines/listModels'
import { choiceSteps } from '../../support/choiceSteps'
import { bulkDeletePaths } from '../../support/flowPaths'
import { type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { renderConsole } from '../../support/renderConsole'
import { createCoverage, type ReplayOf, refusalOf, takePath } from '../../support/replay'
import { sampleAccount } from '../../support/serverFakes'

const coverage = createCoverage(model)

let server: InProcessServer

beforeAll(async () => {
  server = await startInProcessServer()
})
afterAll(() => server.close())

const names = ['ana', 'bob', 'cy', 'dee', 'eve']
const nameOf = (id: number) => names[id - 1] ?? ''
const remove = (id: number) => server.me.call('DELETE', `/twitter/accounts/${id}`)

const importFile = () => {
  const account = sampleAccount('eve')
  return new File([[csvColumns, csvColumns.map((column) => account[column])].join('\n')], 'agents.csv')
}

const open = async (): Promise<ReplayOf<typeof model>> => {
  const { body } = await server.me.call('GET', '/twitter/accounts')
  for (const { id } of body as { id: number }[]) await remove(id)
  const ids = new Map<string, number>()
  for (const name of names.slice(0, 4)) {
    const created = await server.me.call('POST', '/twitter/accounts', sampleAccount(name))
    ids.set(name, (created.body as { id: number }).id)
  }
  const creation = server.gate(/^POST \/twitter\/accounts/)
  const deletion = server.gate(/^DELETE /)
  const { user } = renderConsole(server, '/admin/media-agent', { inspect: coverage.observer })
  const select = await screen.findByRole('button', { name: 'Select' })
  await user.upload(screen.getByLabelText('CSV file'), importFile())
  await waitFor(() => expect(creation.waiting()).toBe(1))
  await user.click(select)
  await screen.findByRole('group', { name: 'Select media agents' })
  const list = server.gate(/^GET \/twitter\/accounts$/)
  onTestFinished(list.open)

  const dialog = async () => within(await screen.findByRole('alertdialog'))
  const clickInDialog = async (name: string) => user.click((await dialog()).getByRole('button', { name }))
  const click = (name: string) => user.click(screen.getByRole('button', { name }))
  const tick = async (id: number, isChosen: boolean) => {
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: `Select @${nameOf(id)}` })
    if (box.checked !== isChosen) await user.click(box)
  }
  /** A deletion at rest reads the list, whatever reading was under way. */
  let isReadDue = false
  const answered = async (answer: Promise<void>) => {
    await answer
    isReadDue = true
  }
  const seesChoice = () => {
    if (isReadDue) expect(list.waiting()).toBe(1)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    return screen.getByText(/^\d selected$/).textContent
  }
  return {
    does: {
      ...choiceSteps({ tick, click, clickInDialog }),
      'list.changed': async (event) => {
        if (list.waiting() === 0) await creation.pass()
        await waitFor(() => expect(list.waiting()).toBe(1))
        const isKept = (name: string) => event.ids.some((id) => nameOf(id) === name)
        for (const [name, id] of ids) if (!isKept(name)) await remove(id)
        isReadDue = false
        await list.pass()
      },
    },
    answers: {
      remove: {
        done: () => answered(deletion.pass()),
        error: (error) => answered(deletion.answer(refusalOf(error))),
      },
    },
    sees: {
      choosing: () => waitFor(seesChoice),
      confirming: async () => (await dialog()).findByRole('heading', { name: /^Are you sure you want to delete / }),
      'deleting.running': async () => {
        const progress = await dialog()
        await progress.findByText(/^\d of \d$/)
        expect(progress.getByRole('button', { name: 'Stop' }).hasAttribute('aria-disabled')).toBe(false)
      },
      'deleting.stopping': async () => {
        const progress = await dialog()
        await progress.findByText(/^Stopping after \d of \d$/)
        expect(progress.getByRole('button', { name: 'Stop' }).getAttribute('aria-disabled')).toBe('true')
      },
      settled: () => waitFor(() => expect(seesChoice()).toBe('0 selected')),
      ended: async () => {
        await waitFor(() => expect(screen.queryByText(/selected$/)).toBeNull())
        const begins = screen.getByRole('button', { name: 'Select' })
        expect([begins.getAttribute('aria-pressed'), document.activeElement]).toEqual(['false', begins])
      },
    },
  }
}

describe('bulkDelete, taken by a person', () => {
  it.each(coverage.walks(bulkDeletePaths))('%s', async (_, path) => {
    await takePath(await open(), path)
  })

  it('takes every transition in the real application', () => {
    coverage.expectAllBut([])
  })
})
