import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnyMachineSnapshot, EventObject } from 'xstate'
import { pollIntervals } from '../../../src/machines/crud/watching'
import type { Task } from '../../../src/schemas/tasks'
import { notThere, item as sampleItem } from '../../machines/samples'
import { taskWatch as model } from '../../machines/taskModels'
import { holdTimers } from '../../support/heldTimers'
import { type Gate, type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { renderConsole } from '../../support/renderConsole'
import { coveringPaths, createCoverage, type ReplayOf, refusalOf, takePath } from '../../support/replay'
import { json } from '../../support/server'

/** The screen offers *Try again* only without a task. Task events come from the server, and only to browsers. */
const isPossible = (snapshot: AnyMachineSnapshot, { type }: EventObject) =>
  (type !== 'page.reload' || snapshot.matches('missing') || snapshot.matches('failed')) && type !== 'news.told'
const unreachable = [
  'taskWatch.live --page.reload--> taskWatch.live.polling',
  'taskWatch.settled --page.reload--> taskWatch.live.polling',
  'taskWatch --news.told--> taskWatch',
  'taskWatch.failed -- [isOvertaken]--> taskWatch.loading',
  'taskWatch.settled.resting -- [isOvertaken]--> taskWatch.settled.checking',
  'taskWatch.settled.checking --xstate.done.actor.poll [isAtRest]--> taskWatch.settled',
  'taskWatch.settled.checking --xstate.done.actor.poll--> taskWatch.live',
  'taskWatch.settled.checking --xstate.error.actor.poll--> taskWatch.live',
]

const paths = coveringPaths(model, isPossible)
const coverage = createCoverage(model)

let server: InProcessServer
let reading: Gate
let retrying: Gate
let deciding: Gate

beforeAll(async () => {
  server = await startInProcessServer()
  reading = server.gate(/GET \/tasks\/t1/)
  retrying = server.gate(/POST \/tasks\/t1\/retry/)
  deciding = server.gate(/POST \/tasks\/t1\/items\//)
})
afterAll(() => server.close())

const bodyOf = (output: unknown) => {
  const task = output as Task
  const items = [
    ...task.items,
    sampleItem('i8', 'needs_review'),
    { ...sampleItem('i9', 'failed'), can_retry: true, can_hand_over: true },
  ]
  return { status: 200, body: json({ ...task, items }) }
}
const answered = (gate: () => Gate) => ({
  done: (output: unknown) => gate().answer(bodyOf(output)),
  error: (error: unknown) => gate().answer(refusalOf(error)),
})

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
const says = (text: string) => screen.findByText(text)

const open = async (): Promise<ReplayOf<typeof model>> => {
  const pollEnds = holdTimers(pollIntervals.alone)
  const { user } = renderConsole(server, '/admin/history/t1', { inspect: coverage.observer })
  const click = (name: string | RegExp) => async () => user.click(await button(name))
  const isLive = () => says('Updating by itself while replies are going out.')
  return {
    does: {
      pause: click('Pause updates'),
      resume: click('Resume updates'),
      'news.told': async () => undefined,
      'page.reload': click('Try again'),
      'task.retry': click(/^Retry/),
      'item.decide': ({ decision: { action } }) => click(action === 'hand_over' ? 'Post by hand' : 'Check again')(),
      'item.posted': async ({ tweet_url }) => {
        const field = await screen.findByLabelText('Link of the post')
        await user.clear(field)
        await user.type(field, tweet_url)
        await user.click(await button('Confirm'))
      },
    },
    waits: pollEnds,
    answers: {
      load: {
        ...answered(() => reading),
        error: (error) => reading.answer(error === notThere ? { status: 404, body: notThere } : refusalOf(error)),
      },
      poll: answered(() => reading),
      retry: answered(() => retrying),
      decide: answered(() => deciding),
      confirm: answered(() => deciding),
    },
    sees: {
      loading: async () => {
        await screen.findByText(/^Loading\.\.\.$|^The task could not be loaded\./)
      },
      'live.waiting': isLive,
      'live.polling': isLive,
      'live.paused': () => says('Updates are paused.'),
      retrying: async () => {
        await waitFor(async () => expect((await button(/^Retry/)).getAttribute('aria-busy')).toBe('true'))
        await isLive()
      },
      deciding: async () => {
        await waitFor(async () =>
          expect([(await button('Check again')).disabled, (await button('Post by hand')).disabled]).toContain(true),
        )
        await isLive()
      },
      confirming: async () => {
        await waitFor(async () => expect((await button('Confirm')).disabled).toBe(true))
        await isLive()
      },
      'settled.checking': () => says('Nothing more will change by itself.'),
      'settled.resting': () => says('Nothing more will change by itself.'),
      failed: () => says('The task could not be loaded. Check the connection, then try again.'),
      missing: () => says('Task not found.'),
    },
  }
}

describe('taskWatch, taken by a person on the Task Details screen', () => {
  it.each(coverage.walks(paths))('%s', async (_, path) => {
    await takePath(await open(), path)
  })

  it('takes every transition in the real application that a person can cause', () => {
    coverage.expectAllBut(unreachable)
  })
})
