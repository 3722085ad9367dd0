import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { AnyMachineSnapshot, EventObject } from 'xstate'
import { connecting, consent, moving } from '../../machines/xConnectionModels'
import { type Gate, type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { renderConsole } from '../../support/renderConsole'
import { coveringPaths, createCoverage, type ReplayOf, refusalOf, takePath } from '../../support/replay'
import { type Json, json } from '../../support/server'

let server: InProcessServer
beforeAll(async () => {
  server = await startInProcessServer()
  await server.createAccount('ida')
})
afterAll(() => server.close())

const answered = (gate: Gate, bodyOf: (output: unknown) => { status: number; body: Json }) => ({
  done: (output: unknown) => gate.answer(bodyOf(output)),
  error: (error: unknown) => gate.answer(refusalOf(error)),
})
const ok = (output: unknown) => ({ status: 200, body: json(output) })
const says = (text: string | RegExp) => screen.findByText(text)
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const isFree = async (name: string) => {
  const found = await button(name)
  await waitFor(() => expect(found.disabled).toBe(false))
}

describe('consent, taken by a person who is back from X', () => {
  const coverage = createCoverage(consent)
  const open = async (input: unknown): Promise<ReplayOf<typeof consent>> => {
    const gate = server.gate(/^GET \/x\/consents\//)
    const { id } = input as { id: string }
    const { user } = renderConsole(server, `/admin/media-agent?consent=${id}`, { inspect: coverage.observer })
    const click = (name: string) => async () => user.click(await button(name))
    const isTold = async (text: string | RegExp, search: string) => {
      await says(text)
      await waitFor(() => expect(window.location.search).toBe(search))
    }
    return {
      does: { 'page.reload': click('Try again'), 'consent.dismiss': click('Dismiss') },
      answers: { read: answered(gate, ok) },
      sees: {
        arriving: async () => undefined,
        reading: () => isTold('Reading what came of connecting...', `?consent=${id}`),
        told: () => isTold('@ida is connected by OAuth 2.0 and may post.', ''),
        unfinished: () => isTold(/^You have not finished on X’s page yet/, `?consent=${id}`),
        unread: () => isTold('What came of connecting could not be read.', `?consent=${id}`),
        foreign: () => isTold(/^This answer from X does not belong/, ''),
        dismissed: () =>
          waitFor(() => {
            expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull()
            expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
            expect(window.location.search).toBe('')
          }),
      },
    }
  }

  it.each(coverage.walks(coveringPaths(consent)))('%s', async (_, path) => {
    await takePath(await open(path.input), path)
  })

  it('takes every transition in the real application', () => {
    coverage.expectAllBut([])
  })
})

describe('connecting, taken by a person on the page of a media agent', () => {
  const coverage = createCoverage(connecting)
  /** Only a failed reading can be repeated. */
  const isPossible = (snapshot: AnyMachineSnapshot, { type }: EventObject) =>
    type !== 'page.reload' || snapshot.matches('unknown')
  const unreachable = ['ready', 'unavailable'].map((state) => `connecting.${state} --page.reload--> connecting.loading`)

  const open = async (): Promise<ReplayOf<typeof connecting>> => {
    const reading = server.gate(/^GET \/x\/connection$/)
    const leaving = server.gate(/^POST \/x\/consents$/)
    const leaveFor = vi.fn()
    const { user } = renderConsole(server, '/admin/media-agent/1', { inspect: coverage.observer, leaveFor })
    const click = (name: string) => async () => user.click(await button(name))
    let left = 0
    return {
      does: {
        'page.reload': click('Try again'),
        'connect.request': async () => {
          await isFree('Connect again')
          await click('Connect again')()
        },
        'page.shown': async () => window.dispatchEvent(new Event('pageshow')),
      },
      answers: {
        load: answered(reading, (output) =>
          output === null ? { status: 404, body: { detail: 'Not Found' } } : ok(output),
        ),
        leave: answered(leaving, () => {
          left += 1
          return { status: 201, body: { authorize_url: `https://x.com/i/oauth2/authorize?state=${left}` } }
        }),
      },
      sees: {
        loading: async () => {
          await screen.findByRole('group', { name: 'Connect with X' })
          await waitFor(() => expect(reading.waiting()).toBe(1))
        },
        absent: () => waitFor(() => expect(screen.queryByRole('group', { name: 'Connect with X' })).toBeNull()),
        unknown: () => says(/^Whether accounts can be connected this way could not be read\./),
        unavailable: () => says('Set X_CLIENT_ID'),
        ready: () => isFree('Connect again'),
        leaving: async () => expect((await button('Going to X...')).getAttribute('aria-busy')).toBe('true'),
        left: async () => {
          await isFree('Connect again')
          expect(leaveFor).toHaveBeenCalledTimes(left)
          expect(leaveFor).toHaveBeenLastCalledWith(`https://x.com/i/oauth2/authorize?state=${left}`)
        },
      },
    }
  }

  it.each(coverage.walks(coveringPaths(connecting, isPossible)))('%s', async (_, path) => {
    await takePath(await open(), path)
  })

  it('takes every transition in the real application that a person can cause', () => {
    coverage.expectAllBut(unreachable)
  })
})

describe('moving, taken by a person in the dialog of a new media agent', () => {
  const coverage = createCoverage(moving)
  const isPossible = (_: AnyMachineSnapshot, event: EventObject) => JSON.stringify(event) !== nothingToMove
  const nothingToMove = JSON.stringify({ type: 'move.request', accounts: [] })
  const movable = [
    { id: 4, username: '@ida' },
    { id: 5, username: '@otto' },
  ]

  const open = async (): Promise<ReplayOf<typeof moving>> => {
    const gate = server.gate(/^POST \/twitter\/accounts\/[45]\/move$/)
    server.answerNext('GET /x/connection', {
      status: 200,
      body: { unavailable: null, callback: 'https://console.example/cb', consumer_keys: 1, movable, next: null },
    })
    const { user } = renderConsole(server, '/admin/media-agent', { inspect: coverage.observer })
    await user.click(await button('Add Media Agent'))
    const panel = within(await screen.findByRole('group', { name: 'Connect with X' }))
    const click = (name: string) => async () => user.click(await panel.findByRole('button', { name }))
    const moves = () => waitFor(() => expect(gate.waiting()).toBe(1))
    return {
      does: {
        'move.request': click('Move to OAuth 2.0'),
        'move.stop': click('Stop'),
        'move.again': click('Try again'),
      },
      answers: { move: answered(gate, ok) },
      sees: {
        idle: () => panel.findByText('2 of your accounts use the keys of OAuth 1.0a, which X is going to end.'),
        'moving.running': async () => {
          await panel.findByRole('button', { name: 'Stop' })
          await moves()
        },
        'moving.stopping': async () => {
          await panel.findByRole('button', { name: 'Stopping...' })
          await moves()
        },
        settled: async () => {
          await waitFor(() => expect(panel.queryByRole('button', { name: /^Stop/ })).toBeNull())
          await panel.findByText(/^\d of \d moved, \d not\.$/)
        },
      },
    }
  }

  it.each(coverage.walks(coveringPaths(moving, isPossible)))('%s', async (_, path) => {
    await takePath(await open(), path)
  })

  it('takes every transition in the real application', () => {
    coverage.expectAllBut([])
  })
})
