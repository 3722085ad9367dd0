import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { type PreparedAnswer, packedAnswer, plainAnswer } from '../../../server/http/preparedAnswer'
import { createPreparedAnswers } from '../../../server/http/preparedAnswers'

const serve = (read: () => Promise<PreparedAnswer>) => {
  const answers = createPreparedAnswers()
  const reads: string[] = []
  const app = Fastify()
  const get = (key: string) =>
    answers.get(key, 'a version', () => {
      reads.push(key)
      return read()
    })
  app.get<{ Params: { key: string } }>('/:key', async (request, reply) =>
    (await get(request.params.key)).send(request, reply),
  )
  return {
    get,
    ask: (key: string, encoding: string) => app.inject({ url: `/${key}`, headers: { 'accept-encoding': encoding } }),
    async readAnew(keys: string[]): Promise<string[]> {
      reads.length = 0
      for (const key of keys) await get(key)
      return [...reads]
    },
  }
}

const megabyte = 1024 * 1024
const numbered = (count: number) => Array.from({ length: count }, (_, index) => String(index))
const emptyList = async () => plainAnswer('[]')

async function* megabyteOfSpaces() {
  yield `[${' '.repeat(megabyte)}]`
}

describe('prepared answers', () => {
  it.each(['identity', 'gzip, br'])('are all kept if they are short, as %s', async (encoding) => {
    const { ask, readAnew } = serve(() => packedAnswer('a version', megabyteOfSpaces()))
    const keys = numbered(20)
    for (const key of keys) await ask(key, encoding)
    expect(await readAnew(keys)).toEqual([])
  })

  it('count the encodings made on demand: the least recently requested answer is dropped', async () => {
    const { ask, readAnew } = serve(() => packedAnswer('a version', megabyteOfSpaces()))
    for (const key of numbered(40)) {
      const answer = await ask(key, 'identity')
      expect(answer.body.length).toBe(megabyte + 2)
    }
    expect(await readAnew(['39', '20', '0'])).toEqual(['0'])
  })

  it('count the size of their keys', async () => {
    const { get, readAnew } = serve(emptyList)
    const keys = numbered(40).map((key) => key.padEnd(megabyte))
    for (const key of keys) await get(key)
    expect((await readAnew(keys.slice(0, 1))).length).toBe(1)
    expect(await readAnew(keys.slice(-1))).toEqual([])
  })

  it('are a few thousand at most, however short they are', async () => {
    const { get, readAnew } = serve(emptyList)
    for (const key of numbered(5000)) await get(key)
    expect(await readAnew(['4999', '4000', '0'])).toEqual(['0'])
  })
})
