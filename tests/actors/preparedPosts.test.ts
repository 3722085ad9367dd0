import { expect, it, vi } from 'vitest'
import { preparedPosts } from '../../src/machines/queue/preparedPosts.actors'
import { servicesOf } from '../support/consoleServices'

type Asked = { body: { tweet_url: string } }

const linkTo = (id: number) => `https://x.com/ada/status/${id}`
const contentOf = ({ body: { tweet_url } }: Asked): Promise<object> => {
  const tweet_id = tweet_url.slice(linkTo(0).length - 1)
  return Promise.resolve({ tweet_id, text: `Words of ${tweet_id}` })
}

/** @param read X's answer for a post */
const start = (read: (asked: Asked) => Promise<object> = contentOf) => {
  const fetchContent = vi.fn(read)
  const posts = preparedPosts(servicesOf({ fetchContent }))
  const take = (id: number) => posts.take(linkTo(id))
  return { prepare: (id: number) => posts.prepare(linkTo(id)), take, fetchContent }
}

it('a post that was read ahead is used once, for its link', async () => {
  const { prepare, take, fetchContent } = start()
  const eleven = { tweet_id: '11', text: 'Words of 11', tweet_url: linkTo(11) }
  expect(await prepare(11)).toEqual(eleven)
  expect(await take(12)).toBeUndefined()
  expect(await take(11)).toEqual(eleven)
  expect(await take(11)).toBeUndefined()
  expect(fetchContent).toHaveBeenCalledTimes(1)
})

it('a post that is still being read ahead is waited for', async () => {
  let arrive: (post: object) => void = () => undefined
  const { prepare, take } = start(() => new Promise((resolve) => (arrive = resolve)))
  void prepare(11)
  const taken = take(11)
  arrive({ tweet_id: '11', text: 'Late words' })
  expect(await taken).toMatchObject({ text: 'Late words' })
})

it('a post that could not be read ahead is read again at its turn, even if reading fails during the wait', async () => {
  const { prepare, take } = start(() => Promise.reject(new Error('X is away')))
  await expect(prepare(11)).rejects.toThrow('X is away')
  expect(await take(11)).toBeUndefined()
  const failing = expect(prepare(12)).rejects.toThrow('X is away')
  expect(await take(12)).toBeUndefined()
  await failing
})

it('only the latest of many posts are kept', async () => {
  const { prepare, take } = start()
  const ids = Array.from({ length: 22 }, (_, place) => 31 + place)
  for (const id of ids) await prepare(id)
  const held = await Promise.all(ids.map(async (id) => ((await take(id)) ? [id] : [])))
  expect(held.flat()).toEqual(ids.slice(-20))
})
