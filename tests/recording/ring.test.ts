import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { assign, createActor, createMachine, fromPromise, setup } from 'xstate'
import { createFlightRecorder } from '../../src/recording/flightRecorder'
import { hear } from '../../src/recording/hear'
import { createPlaceholders, ownIdsIn } from '../../src/recording/placeholders'
import { printRecording } from '../../src/recording/printRecording'
import { createRecorder } from '../../src/recording/recorder'
import { type Entry, readRecording } from '../../src/recording/recording'
import { hidden, withoutSecrets } from '../../src/recording/redact'
import { makeReport } from '../../src/recording/report'
import { createRing, type Recorded, type Ring } from '../../src/recording/ring'
import { parsePostLink } from '../../src/schemas/composer/postLink'

const child = createMachine({ id: 'child', initial: 'a', states: { a: { on: { go: 'b' } }, b: { type: 'final' } } })
const parent = setup({
  types: { context: {} as { count: number }, events: {} as { type: 'add'; password?: string } | { type: 'go' } },
  actors: { child, ask: fromPromise<string>(async () => 'x') },
}).createMachine({
  id: 'parent',
  context: { count: 0 },
  invoke: [
    { id: 'kid', src: 'child' },
    { id: 'ask', src: 'ask' },
  ],
  on: { add: { actions: assign({ count: ({ context }) => context.count + 1 }) } },
})

let time = 0
beforeEach(() => {
  time = 0
})
const now = () => ++time

const recording = (kept?: number) => {
  const ring = createRing(kept)
  return { ...ring, observer: hear(ring.take, now) }
}

describe('the ring', () => {
  it('keeps the inputs of machines from the start, and the fact that a promise was requested', () => {
    const ring = recording()
    const actor = createActor(parent, { inspect: ring.observer }).start()
    actor.send({ type: 'add' })
    const { actors, entries } = ring.read()
    expect(actors.map(({ name, machine, src }) => [name, machine?.id, src])).toEqual([
      ['parent', 'parent', undefined],
      ['kid', 'child', 'child'],
      ['ask', undefined, 'ask'],
    ])
    const last = entries.at(-1)
    expect([last?.kind, last?.kind === 'snapshot' && last.event]).toEqual(['snapshot', { type: 'add' }])
    actor.stop()
  })

  it("drops the oldest entries, and keeps each machine's state before the remaining entries", () => {
    const ring = recording(10)
    const actor = createActor(parent, { inspect: ring.observer }).start()
    for (let count = 0; count < 500; count += 1) actor.send({ type: 'add' })
    const { actors, bases, entries } = ring.read()
    expect(entries.length).toBeLessThanOrEqual(10)
    expect(actors.map(({ name }) => name).slice(0, 2)).toEqual(['parent', 'kid'])
    expect(actors.flatMap(({ actor }) => bases.get(actor)?.value ?? [])).toEqual([{}, 'a'])
    actor.stop()
  })

  it('drops actors that have ended', async () => {
    const ring = recording(4)
    for (let count = 0; count < 50; count += 1) {
      const actor = createActor(parent, { inspect: ring.observer }).start()
      await vi.waitFor(() => expect(actor.getSnapshot().children.ask?.getSnapshot().status).toBe('done'))
      actor.stop()
    }
    expect(ring.read().actors.length).toBeLessThan(8)
  })

  it('deletes its entries on request, but keeps the machines that still run', () => {
    const ring = recording()
    const actor = createActor(parent, { inspect: ring.observer }).start()
    ring.forget()
    expect([ring.read().entries, ring.read().bases.size]).toEqual([[], 2])
    actor.stop()
  })

  it('contains no password', () => {
    const ring = recording()
    const actor = createActor(parent, { inspect: ring.observer }).start()
    actor.send({ type: 'add', password: 'correct horse' })
    expect(JSON.stringify(ring.read().entries)).not.toContain('correct horse')
    actor.stop()
  })

  it("starts a report later if it would become too large, with the machines' states at that time", () => {
    const ring = recording()
    const actor = createActor(parent, { inspect: ring.observer }).start()
    for (let count = 0; count < 200; count += 1) actor.send({ type: 'add' })
    const head = { savedAt: 1, version: '1', build: 'b', browser: 'c', path: '/', screen: { width: 1, height: 1 } }
    const make = (most: number) =>
      makeReport(ring.read(), { ...head, requests: [] }, { texts: true, names: true }, [], most)
    const [whole, short] = [make(1e9), make(20_000)]
    expect(short.text.length).toBeLessThan(20_000)
    expect(short.entries.at(-1)).toEqual(whole.entries.at(-1))
    expect(short.entries[0]).toMatchObject({ kind: 'actor', name: 'parent', resumed: true })
    expect(printRecording(whole.entries).length).toBeGreaterThan(20_000)
    actor.stop()
  })
})

it('a file repeats no unchanged part of a context, and can be read completely', () => {
  const [first, second, third] = ['first', 'second', 'third'].map((reason) => ({ reason: reason.repeat(40) }))
  const contexts = [
    { rejected: [first], answered: 1 },
    { rejected: [first, second], answered: 2 },
    { rejected: [first, second, third], answered: 3, problem: { first } },
    { rejected: [third], answered: 4, problem: undefined },
  ]
  const entries = contexts.map(
    (context): Entry => ({
      kind: 'snapshot',
      at: 1,
      actor: 'a',
      event: { type: 'go' },
      transitions: [],
      snapshot: { status: 'active', value: 'b', context },
    }),
  )
  const text = printRecording(entries)
  expect(readRecording(text).entries).toEqual(entries)
  expect(text.match(/(second){40}/g)).toHaveLength(1)
})

describe('the flight recorder', () => {
  const started = (load: () => Promise<{ createRing: () => Ring }>) => {
    const rests: (() => void)[] = []
    const recorder = createFlightRecorder(load, (run) => rests.push(run))
    const actor = createActor(parent, { inspect: recorder.observer }).start()
    onTestFinished(() => void actor.stop())
    const rest = () => {
      for (const run of rests.splice(0)) run()
    }
    return { ...recorder, actor, rest }
  }
  const kinds = ({ entries }: Recorded) => entries.map(({ kind }) => kind)

  it('loads its code when the browser is idle, and then contains the earlier entries', async () => {
    const load = vi.fn(() => import('../../src/recording/ring'))
    const { actor, rest, read } = started(load)
    actor.send({ type: 'add' })
    expect(load).not.toHaveBeenCalled()
    rest()
    actor.send({ type: 'add' })
    const { entries } = await read()
    const counts = entries.flatMap((each) => (each.kind === 'snapshot' && each.event.type === 'add' ? [each] : []))
    expect(counts.map(({ snapshot }) => snapshot.context)).toEqual([{ count: 1 }, { count: 2 }])
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('deletes entries in the order of their events', async () => {
    const { actor, forget, read } = started(() => import('../../src/recording/ring'))
    await forget()
    actor.send({ type: 'add' })
    expect(kinds(await read())).toEqual(['event', 'snapshot'])
  })

  it('stops recording if its code does not load, without affecting the console', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { actor, rest, read } = started(async () => {
      throw new Error('no network')
    })
    rest()
    await vi.waitFor(() => expect(said).toHaveBeenCalledTimes(1))
    actor.send({ type: 'add' })
    rest()
    await expect(read()).rejects.toThrow('no network')
    expect([actor.getSnapshot().context.count, said.mock.calls.length]).toEqual([1, 1])
    said.mockRestore()
  })
})

describe('secrets', () => {
  it('are recognised by their names everywhere, and an unchanged part is not copied', () => {
    const plain = { rows: [{ name: 'ada' }] }
    const value = {
      plain,
      body: { password: 'p1', current_password: 'p2', code: '123456' },
      list: { codes: ['c1', 'c2'] },
      credential: { id: 'key', response: { userHandle: 'me' } },
    }
    const safe = withoutSecrets(value)
    expect(safe).toEqual({
      plain,
      body: { password: hidden, current_password: hidden, code: hidden },
      list: { codes: [hidden, hidden] },
      credential: hidden,
    })
    expect(Object(safe).plain).toBe(plain)
    expect(withoutSecrets('otpauth://totp/x?secret=y')).toBe(hidden)
    expect(withoutSecrets({ at: 'https://x.com/authorize?state=abc' })).toEqual({ at: hidden })
  })

  it('does not change names of states, whatever they are', () => {
    const asking = createMachine({
      id: 'asking',
      initial: 'password',
      states: { password: { initial: 'code', states: { code: {} } } },
    })
    const [ring, recorder] = [recording(), createRecorder()]
    for (const inspect of [ring.observer, recorder.observer]) createActor(asking, { inspect }).start()
    const valuesOf = (entries: readonly { kind: string; snapshot?: { value?: unknown } }[]) =>
      entries.flatMap(({ snapshot }) => (snapshot ? [snapshot.value] : []))
    const expected = [{ password: 'code' }]
    expect([valuesOf(ring.read().entries), valuesOf(recorder.entries())]).toEqual([expected, expected])
  })

  it('hides every secret field of the API', () => {
    const text = JSON.stringify(withoutSecrets(Object.fromEntries(secretFields.map((name) => [name, 'SECRET']))))
    expect(text).not.toContain('SECRET')
  })
})

/** Names of the contract that only secrets have. */
const secretFields = [
  ...['password', 'current_password', 'new_password', 'token', 'access_token', 'challenge', 'code', 'secret'],
  ...['client_secret', 'api_key', 'api_secret', 'access_token_secret', 'recovery_codes', 'Authorization'],
]

describe('placeholders', () => {
  /** Whole words only: random letters may contain any short word. */
  const wordsLeft = (before: string, after = '') => {
    const words = after.match(/\w+/g) ?? []
    return before.match(/\w+/g)?.filter((word, place) => words[place]?.toLowerCase() === word.toLowerCase())
  }

  const hide = () => createPlaceholders({ texts: false, names: false }, new Set(['Group created']))

  it('keep equality, length and case, and reveal nothing about the words', () => {
    const told = { content: 'Hello Ada, hello!', other: 'hello', name: 'Ada' }
    const made = hide()(told)
    const { content, other, name } = made as Record<string, string>
    expect(content).toMatch(/^[A-Z][a-z]{4} [A-Z][a-z]{2}, [a-z]{5}!$/)
    expect(wordsLeft(told.content, content)).toEqual([])
    expect([content?.slice(11, 16), content?.slice(6, 9)]).toEqual([other, name])
  })

  it('keep links to posts as links, with the same ids elsewhere', () => {
    const made = hide()({ tweet_url: 'https://x.com/ada/status/1790000000000000001', tweet_id: '1790000000000000001' })
    const { tweet_url = '', tweet_id = '' } = made as Record<string, string>
    expect(parsePostLink(tweet_url)).toBeDefined()
    expect([tweet_url.endsWith(`/${tweet_id}`), tweet_url.includes('ada')]).toEqual([true, false])
    expect(tweet_id).not.toBe('1790000000000000001')
  })

  it('keep the words of the code: texts of the catalogue, states, times, ids of this server', () => {
    const known = { message: 'Group created', status: 'needs_review', created_at: '2026-11-25T01:02:03Z', role_id: '5' }
    expect(hide()(known)).toEqual(known)
  })

  it('keep ids of this server equal under names that are no names of ids', () => {
    const known = { awaited: ['2480i58h47r4'], task_id: '2480i58h47r4', words: 'x1y' }
    const made = createPlaceholders({ texts: false, names: false }, ownIdsIn(known))(known)
    expect(made).toMatchObject({ awaited: ['2480i58h47r4'], task_id: '2480i58h47r4' })
    expect(made).not.toMatchObject({ words: 'x1y' })
  })

  it('keep ids of old posts equal in links, and give other numbers none of them', () => {
    const known = { id: '20', tweet_url: 'https://x.com/jack/status/20', others: ['21', '22', '23', '24', '25'] }
    const drawn = Array.from({ length: 99 }, (_, index) => (index % 10) / 10)
    const hidden = createPlaceholders({ texts: false, names: false }, ownIdsIn(known), () => drawn.shift() ?? 0)
    const { id, tweet_url, others } = hidden({
      ...known,
      others: known.others.map((each) => `n ${each}`),
    }) as typeof known
    expect([id, tweet_url.endsWith('/20'), others.some((each) => each.endsWith(' 20'))]).toEqual(['20', true, false])
  })

  it('hide addresses in displayed texts', () => {
    const shown = createPlaceholders({ texts: true, names: false }, new Set())
    const told = { content: 'Write to ada@example.com or @ada, please', glued: 'Ask @kent.ada+news@example.com twice' }
    const { content, glued } = shown(told) as typeof told
    expect(content).toMatch(/^Write to \w{3}@\w{7}\.com or @\w{3}, please$/)
    expect(wordsLeft(told.content, content)).toEqual(['Write', 'to', 'com', 'or', 'please'])
    expect(glued).toMatch(/^Ask @\w{4}\.\w{3}\+\w{4}@\w{7}\.com twice$/)
    expect(wordsLeft(told.glued, glued)).toEqual(['Ask', 'com', 'twice'])
  })

  it('never equal the words themselves, for any seed', () => {
    const drawn = [1, 2, 1, 3].map((digit) => digit / 10)
    const made = createPlaceholders({ texts: false, names: false }, new Set(), () => drawn.shift() ?? 0)
    expect(made({ x_user_id: '12' })).toEqual({ x_user_id: '13' })
  })

  it('distinguish words, however short', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz', 'ab', 'ac']
    const made = hide()({ list: letters }) as { list: string[] }
    expect(new Set(made.list).size).toBe(letters.length)
  })
})
