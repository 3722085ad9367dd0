import { expect, it, vi } from 'vitest'
import { preparedPosts } from '../../src/actors/preparedPosts'
import { servicesOf } from '../support/consoleServices'

type Asked = { body: { tweet_url: string } }
type AskedWho = { params: { tweetId: string }; query: { group: string } }

const before = { rule: 'open', allowed: 4, uncertain: 1, refused: 2, accounts: [], order: [3] }
const now = { ...before, allowed: 3, refused: 5 }
const linkTo = (id: number) => `https://x.com/ada/status/${id}`
const contentOf = ({ body: { tweet_url } }: Asked): Promise<object> => {
  const tweet_id = tweet_url.slice(linkTo(0).length - 1)
  return Promise.resolve({ tweet_id, text: `Words of ${tweet_id}` })
}

/** @param read what X says of a post */
const start = (read: (asked: Asked) => Promise<object> = contentOf) => {
  const fetchContent = vi.fn(read)
  const getEligibility = vi.fn(async (_: AskedWho) => now)
  const posts = preparedPosts(servicesOf({ fetchContent, getEligibility }))
  const take = (id: number) => posts.take(linkTo(id), new AbortController().signal)
  return { prepare: (id: number) => posts.prepare(linkTo(id)), take, fetchContent, getEligibility }
}

it('a post that was read before its turn is there once, by its link', async () => {
  const { prepare, take, fetchContent } = start()
  const eleven = { tweet_id: '11', text: 'Words of 11', tweet_url: linkTo(11) }
  expect(await prepare(11)).toEqual(eleven)
  expect(await take(12)).toBeUndefined()
  expect(await take(11)).toEqual(eleven)
  expect(await take(11)).toBeUndefined()
  expect(fetchContent).toHaveBeenCalledTimes(1)
})

it('one that is still on its way is waited for', async () => {
  let arrive: (post: object) => void = () => undefined
  const { prepare, take } = start(() => new Promise((resolve) => (arrive = resolve)))
  void prepare(11)
  const taken = take(11)
  arrive({ tweet_id: '11', text: 'Late words' })
  expect(await taken).toMatchObject({ text: 'Late words' })
})

it('one that could not be read is read anew at its turn, and so is one that fails while it is waited for', async () => {
  const { prepare, take } = start(() => Promise.reject(new Error('X is away')))
  await expect(prepare(11)).rejects.toThrow('X is away')
  expect(await take(11)).toBeUndefined()
  const failing = expect(prepare(12)).rejects.toThrow('X is away')
  expect(await take(12)).toBeUndefined()
  await failing
})

it('who may answer it is asked anew, of all accounts, and the rest stays as it was read', async () => {
  const { prepare, take, getEligibility } = start(async (asked) => ({
    ...(await contentOf(asked)),
    eligibility: before,
  }))
  await prepare(11)
  expect(await take(11)).toEqual({ tweet_id: '11', text: 'Words of 11', tweet_url: linkTo(11), eligibility: now })
  expect(getEligibility.mock.calls.map(([{ params, query }]) => ({ params, query }))).toEqual([
    { params: { tweetId: '11' }, query: { group: '' } },
  ])
  getEligibility.mockRejectedValue(new Error('Nobody answers'))
  await prepare(12)
  expect(await take(12)).toBeUndefined()
})

it('of many only the latest are held', async () => {
  const { prepare, take } = start()
  const ids = Array.from({ length: 22 }, (_, place) => 31 + place)
  for (const id of ids) await prepare(id)
  const held = await Promise.all(ids.map(async (id) => ((await take(id)) ? [id] : [])))
  expect(held.flat()).toEqual(ids.slice(-20))
})
