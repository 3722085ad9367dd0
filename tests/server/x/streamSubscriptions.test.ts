import { afterEach, describe, expect, it } from 'vitest'
import { createActivity } from '../../../server/x/activity'
import { closeAll, serveX } from '../../support/xServers'

afterEach(closeAll)

/** @param answers by page, from 1. */
const listedBy = async (answers: (page: number) => unknown) => {
  const asked: string[] = []
  const baseUrl = await serveX((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answers(asked.length)))
  })
  const { list } = createActivity({ baseUrl, bearerToken: 'app', timeoutMs: 5_000, idleMs: 60_000 })
  return { list, asked }
}

const subscription = (number: number, more: object = {}) => ({
  subscription_id: `s${number}`,
  event_type: 'post.mention.create',
  filter: { user_id: String(900 + number) },
  tag: `tag ${number}`,
  ...more,
})

const shown = (number: number) => ({
  id: `s${number}`,
  eventType: 'post.mention.create',
  userId: String(900 + number),
  tag: `tag ${number}`,
})

describe('the subscriptions that X lists', () => {
  it('are none if X leaves out the list', async () => {
    const { list } = await listedBy(() => ({ meta: { result_count: 0 } }))
    expect(await list()).toEqual([])
  })

  it('are read page by page, by the token of the previous page', async () => {
    const { list, asked } = await listedBy((page) => ({
      data: [subscription(page)],
      meta: page < 3 ? { next_token: `after${page}` } : {},
    }))
    expect(await list()).toEqual([shown(1), shown(2), shown(3)])
    expect(asked).toEqual([
      '/2/activity/subscriptions?max_results=100',
      '/2/activity/subscriptions?max_results=100&pagination_token=after1',
      '/2/activity/subscriptions?max_results=100&pagination_token=after2',
    ])
  })

  it('end after twenty pages, however many X lists', async () => {
    const { list, asked } = await listedBy((page) => ({ data: [], meta: { next_token: `after${page}` } }))
    expect([await list(), asked.length]).toEqual([[], 20])
  })

  it('exclude malformed ones, and malformed tags', async () => {
    const { list } = await listedBy(() => ({
      data: [subscription(1, { filter: {} }), 'odd', subscription(2, { tag: 7 }), subscription(3)],
    }))
    expect(await list()).toEqual([{ ...shown(2), tag: undefined }, shown(3)])
  })

  it.each([[{ data: 'odd' }], [[]], ['odd']])('are missing if the answer is %j', async (answer) => {
    const { list } = await listedBy(() => answer)
    await expect(list()).rejects.toMatchObject({ status: 200 })
  })
})
