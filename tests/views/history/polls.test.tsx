import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { item, summary, task } from '../../machines/samples'
import { type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { renderConsole } from '../../support/renderConsole'
import { json } from '../../support/server'

let server: InProcessServer

beforeEach(async () => {
  server = await startInProcessServer()
})
afterEach(() => {
  vi.restoreAllMocks()
  return server.close()
})

const answering = (call: RegExp) => {
  const gate = server.gate(call)
  return (body: object) => gate.answer({ status: 200, body: json(body) })
}

const timesPerRow = 2

describe('after a poll, only a changed row is drawn again', () => {
  it('in Task Details', async () => {
    const items = ['i1', 'i2', 'i3'].map((id) => item(id, 'queued'))
    const [, ...others] = items
    const answer = answering(/^GET \/tasks\/t1$/)
    renderConsole(server, '/admin/history/t1')
    await answer(task('processing', ...items))
    expect(await screen.findAllByText('queued', { selector: 'td *' })).toHaveLength(items.length)
    const times = vi.spyOn(Date.prototype, 'toLocaleTimeString')
    await answer(task('processing', item('i1', 'completed'), ...others))
    await screen.findByText('completed', { selector: 'td *' })
    expect(times).toHaveBeenCalledTimes(timesPerRow)
  })

  it('in History', async () => {
    const tasks = ['t1', 't2', 't3'].map((id) => ({ ...summary('processing', 2), id }))
    const [, ...others] = tasks
    const answer = answering(/^GET \/tasks\/$/)
    renderConsole(server, '/admin/history')
    await answer(tasks)
    expect(await screen.findAllByText('processing')).toHaveLength(tasks.length)
    const times = (['toLocaleString', 'toLocaleTimeString'] as const).map((name) => vi.spyOn(Date.prototype, name))
    await answer([summary('completed', 0), ...others])
    await screen.findByText('completed')
    expect(times.flatMap(({ mock }) => mock.calls)).toHaveLength(timesPerRow)
  })
})

it('a waiting item is drawn again when its time has come, even if nothing else has changed', async () => {
  const waiting = task('processing', { ...item('i1', 'queued'), next_at: new Date(Date.now() + 60_000).toISOString() })
  const answer = answering(/^GET \/tasks\/t1$/)
  renderConsole(server, '/admin/history/t1')
  await answer(waiting)
  await screen.findByText(/resumes/)
  const { now } = Date
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 60_000)
  onTestFinished(() => clock.mockRestore())
  await answer(waiting)
  await waitFor(() => expect(screen.queryByText(/resumes/)).toBeNull())
  expect(screen.getByText('queued', { selector: 'td *' })).toBeDefined()
})
