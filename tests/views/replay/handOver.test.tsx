import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pollIntervals } from '../../../src/machines/crud/watching'
import type { HandedItem, HandedItems } from '../../../src/schemas/tasks'
import { task } from '../../machines/samples'
import { handOver as model } from '../../machines/taskModels'
import { holdTimers } from '../../support/heldTimers'
import { type Gate, type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { renderConsole, screenLoads } from '../../support/renderConsole'
import { coveringPaths, createCoverage, networkReturns, type ReplayOf, refusalOf, takePath } from '../../support/replay'
import { json } from '../../support/server'

/** Task events come from the server, and only to browsers. */
const unreachable = [
  'handOver --news.told--> handOver',
  'handOver.empty.resting -- [isOvertaken]--> handOver.empty.checking',
  'handOver.working.waiting -- [isOvertaken]--> handOver.working.polling',
]
const paths = coveringPaths(model, (_, { type }) => type !== 'news.told')
const coverage = createCoverage(model)

let server: InProcessServer

beforeAll(async () => {
  server = await startInProcessServer()
})
afterAll(() => server.close())

const contentOf = ({ id }: HandedItem) => `The reply of ${id}`
const withPage = (item: HandedItem): HandedItem => ({
  ...item,
  content: contentOf(item),
  intent_url: `https://x.com/intent/tweet?text=${encodeURIComponent(contentOf(item))}`,
})
const listed = (reading: Gate) => ({
  done: (output: unknown) => {
    const { items, total } = output as HandedItems
    return reading.answer({ status: 200, body: json({ items: items.map(withPage), total }) })
  },
  error: (error: unknown) => reading.answer(refusalOf(error)),
})
const decided = (deciding: Gate) => ({
  done: () => deciding.answer({ status: 200, body: json(task('running')) }),
  error: (error: unknown) => deciding.answer(refusalOf(error)),
})

const open = async (input: unknown): Promise<ReplayOf<typeof model>> => {
  const { item_id } = input as { item_id: string | undefined }
  const pollEnds = holdTimers(pollIntervals.alone)
  const reading = server.gate(/^GET \/tasks\/handed-over$/)
  const deciding = server.gate(/^POST \/tasks\/t1\/items\/i\d\/decision$/)
  const address = `/admin/history/by-hand${item_id === undefined ? '' : `?item=${item_id}`}`
  const { user } = renderConsole(server, address, { inspect: coverage.observer })
  const button = (name: RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
  const click = (name: RegExp) => async () => user.click(await button(name))
  const isFree = async (isExpected: boolean) => {
    const region = within(await screen.findByRole('region', { name: 'The reply to post' }))
    await waitFor(() =>
      expect(region.getByRole<HTMLButtonElement>('button', { name: /^Look on X/ }).disabled).toBe(!isExpected),
    )
  }
  const works = (asks: 0 | 1) => async () => {
    await isFree(true)
    await waitFor(() => expect([reading.waiting(), deciding.waiting()]).toEqual([asks, 0]))
  }
  const isStored = async () => {
    await isFree(false)
    await waitFor(() => expect(deciding.waiting()).toBe(1))
  }
  return {
    does: {
      'list.reload': click(/^(Try again|Look again)$/),
      'item.next': () => user.keyboard('j'),
      'item.previous': () => user.keyboard('k'),
      'item.open': () => user.keyboard('o'),
      'item.check': () => user.keyboard('x'),
      'item.notPosted': click(/^Not posted$/),
      'item.posted': async ({ tweet_url }) => {
        await user.click(await screen.findByText('I posted it'))
        const field = await screen.findByLabelText('Link of the post')
        await user.clear(field)
        await user.click(field)
        await user.paste(tweet_url)
        await click(/^Confirm$/)()
      },
      'news.told': async () => undefined,
      'person.returned': async () => document.dispatchEvent(new Event('visibilitychange')),
    },
    waits: pollEnds,
    answers: {
      back: networkReturns,
      load: listed(reading),
      poll: listed(reading),
      decide: decided(deciding),
      confirm: decided(deciding),
    },
    sees: {
      loading: screenLoads,
      'working.waiting': works(0),
      'working.polling': works(1),
      deciding: isStored,
      confirming: async () => {
        await isStored()
        expect((await button(/^Confirm$/)).getAttribute('aria-busy')).toBe('true')
      },
      'empty.resting': () => screen.findByText('Nothing is left to be posted by hand.'),
      'empty.checking': async () => {
        await screen.findByText('Nothing is left to be posted by hand.')
        await waitFor(() => expect(reading.waiting()).toBe(1))
      },
      failed: () => button(/^Try again$/),
    },
  }
}

describe('handOver, taken by a person on the screen of what is posted by hand', () => {
  it.each(coverage.walks(paths))('%s', async (_, path) => {
    await takePath(await open(path.input), path)
  })

  it('takes every transition in the real application that a person can cause', () => {
    coverage.expectAllBut(unreachable)
  })
})
