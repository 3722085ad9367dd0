import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Task, TaskItem } from '../../../src/schemas/history/tasks'
import { type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { type GivenTask, openTask } from '../../support/openTask'
import { renderConsole } from '../../support/renderConsole'
import { catchSavedFiles } from '../../support/savedFiles'
import { item, task } from '../../support/taskSamples'

let server: InProcessServer

beforeEach(async () => {
  server = await startInProcessServer()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await server.close()
})

const open = (...given: GivenTask) => openTask(server, ...given)
const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent)

describe('the actions of a task', () => {
  const offered = () => buttons().filter((name) => /^(Cancel \d|Retry|Export|Try now)/.test(name ?? ''))
  const failed = { status: 'failed', can_retry: true }
  const cancelled = { status: 'cancelled', can_retry: true }
  const waits = { status: 'queued', can_cancel: true }
  const until = new Date(Date.now() + 60_000).toISOString()
  const paused = { error: 'X takes no more.', paused: { by: 'app', until } } as const

  it.each<[string[], Partial<TaskItem>[], Partial<Task>?]>([
    [[], []],
    [['Export'], [{}]],
    [['Export'], [{ ...failed, can_retry: false }, waits]],
    [
      ['Cancel 2 queued', 'Export'],
      [waits, waits],
    ],
    [
      ['Retry 2 failed', 'Export'],
      [failed, failed],
    ],
    [
      ['Retry 1 failed', 'Retry 2 cancelled', 'Export'],
      [cancelled, failed, cancelled],
    ],
    [['Try now', 'Export'], [waits], paused],
    [['Try now', 'Retry 1 cancelled', 'Export'], [cancelled], paused],
    [['Retry 1 failed', 'Export'], [failed], paused],
    [['Export'], [waits], { ...paused, paused: { by: 'budget', until } }],
    [['Export'], [waits], { ...paused, error: null }],
  ])('is %j', async (names, items, change) => {
    await open(items, change)
    expect(offered()).toEqual(names)
  })

  it('cancel all waiting replies by one call, with one message', async () => {
    const user = await open([{}, waits, waits])
    const deciding = server.gate(/\/decision$/)
    const cancel = screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel 2 queued' })
    await user.click(cancel)
    await waitFor(() => expect(deciding.waiting()).toBe(1))
    expect(cancel.disabled).toBe(true)
    expect(server.bodiesOf('POST /tasks/a1/items/2/decision')).toEqual([{ action: 'cancel_waiting' }])
    await deciding.answer({ status: 200, body: task([item({})]) })
  })

  it('retry only cancelled replies, and only that button is busy', async () => {
    const user = await open([failed, cancelled])
    const retrying = server.gate(/\/retry$/)
    await user.click(screen.getByRole('button', { name: 'Retry 1 cancelled' }))
    await waitFor(() => expect(retrying.waiting()).toBe(1))
    const states = ['Retry 1 failed', 'Retry 1 cancelled'].map((name) => {
      const { ariaBusy, disabled } = screen.getByRole<HTMLButtonElement>('button', { name })
      return [ariaBusy, disabled]
    })
    expect(states).toEqual([
      [null, true],
      ['true', true],
    ])
    await retrying.answer({ status: 200, body: task([item({})]) })
  })

  it("include an export under the task's id", async () => {
    const saved = catchSavedFiles()
    const user = await open([{}])
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]?.name).toContain('a1')
  })

  it.each([
    [false, 5],
    [true, 6],
  ])('has tools (%s) for %i items', async (has, count) => {
    await open(Array.from({ length: count }, () => ({})))
    expect(screen.queryAllByRole('searchbox', { name: 'Search' })).toHaveLength(has ? 1 : 0)
    if (has) expect(screen.getByPlaceholderText('Search texts, accounts, errors')).toBeDefined()
    expect(screen.getByRole('heading', { name: /^Items/ }).parentElement?.textContent).toContain(String(count))
  })

  it('show why the task waits and until when, and for a budget nothing more', async () => {
    await open([waits], { error: 'Used up until 00:00 UTC.', paused: { by: 'budget', until } })
    const fact = screen.getByText('Error').nextElementSibling
    const { textContent } = fact ?? document.body
    expect(textContent).toMatch(/^Used up until \d\d:\d\d( [AP]M)? your time\.$/)
  })
})

describe('the updates of a task', () => {
  it('are missing at first, then settled, and cannot be paused then', async () => {
    const release = server.holdNext('GET /tasks/a1')
    renderConsole(server, '/admin/history/a1')
    const heading = await screen.findByRole('heading', { name: 'Task Details', level: 1 })
    await screen.findByText('Loading...')
    expect(heading.parentElement?.querySelector('p')?.textContent?.trim()).toBe('')
    expect(screen.queryByRole('button', { name: 'Pause updates' })).toBeNull()
    release()
    await screen.findByText('Task not found.')
    server.answerNext('GET /tasks/a1', { status: 200, body: task([item({})]) })
    screen.getByRole('button', { name: 'Try again' }).click()
    await screen.findByText('No more automatic changes.')
    expect(screen.queryByRole('button', { name: /updates$/ })).toBeNull()
  })

  it('can be requested again if the task could not be loaded', async () => {
    server.answerNext('GET /tasks/a1', { status: 503, body: { detail: 'Later' } })
    const { user } = renderConsole(server, '/admin/history/a1')
    const again = await screen.findByRole<HTMLButtonElement>('button', { name: 'Try again' })
    await waitFor(() => expect(again.disabled).toBe(false))
    const asked = server.gate(/^GET \/tasks\/a1$/)
    await user.click(again)
    await waitFor(() => expect(asked.waiting()).toBe(1))
    expect([again.ariaBusy, again.disabled]).toEqual(['true', true])
    await asked.answer({ status: 200, body: task([item({})]) })
    await screen.findByText('r-881')
  })

  it('retry failed replies if the palette requested that, and nothing if nothing failed', async () => {
    const retried = () => server.requests.filter(({ call }) => call === 'POST /tasks/a1/retry').length
    for (const [failed, times] of [
      [false, 0],
      [true, 1],
    ] as const) {
      const items = [item({ status: failed ? 'failed' : 'cancelled', can_retry: true })]
      server.answerNext('GET /tasks/a1', { status: 200, body: task(items) })
      server.answerNext('POST /tasks/a1/retry', { status: 200, body: task([item({})]) })
      const { close } = renderConsole(server, '/admin/history/a1')
      window.history.replaceState({ ask: 'retry' }, '')
      await screen.findByText('r-881')
      await waitFor(() => expect(window.history.state).toBeNull())
      await waitFor(() => expect(retried()).toBe(times))
      close()
    }
  })
})
