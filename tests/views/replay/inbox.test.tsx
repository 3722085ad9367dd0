import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnyMachineSnapshot, EventObject } from 'xstate'
import type { Inbox } from '../../../src/schemas/inbox'
import { inbox as model } from '../../machines/inboxModels'
import { inboxWith, mention, watch } from '../../machines/samples'
import { type DeliveringServer, startDeliveringServer } from '../../support/deliveringServer'
import { holdTimers } from '../../support/heldTimers'
import { renderConsole, screenLoads } from '../../support/renderConsole'
import { coveringPaths, createCoverage, networkReturns, type ReplayOf, refusalOf, takePath } from '../../support/replay'
import { json } from '../../support/server'

/** A mention is opened in the composer on Home, so its answer is not possible here. */
const isPossible = (snapshot: AnyMachineSnapshot, { type }: EventObject) => {
  const { context } = snapshot
  switch (type) {
    case 'mention.opened':
      return false
    case 'arrivals.show':
      return context.arrived > 0
    case 'list.reload':
      return (
        snapshot.matches({ list: 'failed' }) || (snapshot.matches({ list: 'listed' }) && context.problem !== undefined)
      )
    default:
      return true
  }
}

const coverage = createCoverage(model)
const paths = coveringPaths(model, isPossible)
const cursor = '2026-05-01T08:00:00.000Z_7'

let server: DeliveringServer
beforeAll(async () => {
  server = await startDeliveringServer()
  await server.furnish(['ada', 'bob'])
})
afterAll(() => server.close())

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
const isIn = (row: HTMLElement, id: number) => row.textContent?.includes(`(${id})`) ?? false
const rowOf = async (id: number) => {
  const found = (await screen.findAllByRole('article')).find((row) => isIn(row, id))
  if (!found) throw new Error(`${id} is not in sight`)
  return within(found)
}

const open = async (): Promise<ReplayOf<typeof model>> => {
  const pollEnds = holdTimers(5000)
  const reading = server.gate(/^GET \/inbox$/)
  const storing = server.gate(/^PUT \/inbox\/8$/)
  const { user } = renderConsole(server, '/admin/home/inbox', { inspect: coverage.observer })
  const click = (name: string | RegExp) => async () => user.click(await button(name))
  /** Without the focus, which would choose the row: a finger leaves it. */
  const touch = (control: HTMLElement) => fireEvent.click(control)
  const listed = {
    /** There is always an older page, so that it can be requested. */
    done: (output: unknown) =>
      reading.answer(
        output === null
          ? { status: 404, body: { detail: 'Not Found' } }
          : { status: 200, body: json({ ...(output as Inbox), next: cursor }) },
      ),
    error: (error: unknown) => reading.answer(refusalOf(error)),
  }
  const isListed = (asks: 0 | 1) => async () => {
    await screen.findByText('waiting', { exact: false, selector: 'p[role=status]' })
    await waitFor(() => expect(reading.waiting()).toBe(asks))
  }
  return {
    does: {
      'list.reload': click(/Try again$/),
      'filter.change': async ({ filter }) => user.selectOptions(await screen.findByLabelText('Show'), filter.state),
      'page.open': click('Older'),
      'arrivals.show': click(/^Show (1 new mention|2 new mentions)$/),
      'mention.choose': async ({ id }) => {
        const answer = (await rowOf(Number(id))).getByRole('button', { name: /^Answer/ })
        act(() => answer.focus())
      },
      'mention.next': () => user.keyboard('j'),
      'mention.previous': () => user.keyboard('k'),
      'mention.opened': () => Promise.reject(new Error('it is opened on Home')),
      'mention.dismiss': async ({ id }) => touch((await rowOf(Number(id))).getByRole('button', { name: /^Dismiss/ })),
      'mention.restore': async () => touch(await button(/^(Bring back|Undo)/)),
    },
    waits: pollEnds,
    answers: {
      back: networkReturns,
      load: listed,
      poll: listed,
      store: {
        done: (output) => storing.answer({ status: 200, body: json(output) }),
        error: (error) => storing.answer(refusalOf(error)),
      },
    },
    sees: {
      'list.loading': async () => {
        await screenLoads()
        await waitFor(() => expect(reading.waiting()).toBe(1))
      },
      'list.listed.waiting': isListed(0),
      'list.listed.polling': isListed(1),
      'list.failed': () => button('Try again'),
      'list.absent': () => screen.findByText('This server has no inbox.'),
      'changes.stored': () => waitFor(() => expect(storing.waiting()).toBe(0)),
      'changes.storing': () => waitFor(() => expect(storing.waiting()).toBe(1)),
    },
  }
}

describe('inbox, taken by a person on its screen', () => {
  it.each(coverage.walks(paths))('%s', async (_, path) => {
    await takePath(await open(), path)
  })

  it('opens on Home in the composer what waits', async () => {
    holdTimers(5000)
    localStorage.setItem('auto-comment-bot.operator', '0123456789abcdef')
    localStorage.setItem('auto-comment-bot.inbox.0123456789abcdef', JSON.stringify({ shown: true, folded: false }))
    const body = json(inboxWith([mention(8), mention(7)], [watch(3, false)]))
    server.answerNext('GET /inbox', { status: 200, body })
    const { user } = renderConsole(server, '/admin/home', { inspect: coverage.observer })
    await screen.findByRole('region', { name: 'Waiting for an answer' })
    await user.keyboard('j')
    await waitFor(() => expect(window.location.search).toBe('?mention=8'))
  })

  it('takes every transition in the real application', () => {
    coverage.expectAllBut([])
  })
})
