import { expect, it } from 'vitest'
import { assign, createActor, fromPromise, setup } from 'xstate'
import { hear } from '../../src/recording/hear'
import { readRecording } from '../../src/recording/recording'
import { makeReport, textsIn } from '../../src/recording/report'
import { createRing } from '../../src/recording/ring'
import { messages } from '../../src/schemas/messages'

const secrets = {
  password: 'Distill3rs-of-Kent',
  new_password: 'Copper&Still',
  token: 'acb_live_0123456789abcdef',
  access_token: '2468013579-AbCdEfGhIjKlMnOp',
  access_token_secret: 'qRsTuVwXyZ0123456789',
  consumer_key: 'aBcDeFgHiJ',
  consumer_secret: 'kLmNoPqRsT',
  api_key: 'sk-live-42424242',
  code: '482913',
  recovery_codes: ['green-otter-31', 'blue-heron-17'],
  uri: 'otpauth://totp/Console:ada?secret=JBSWY3DPEHPK3PXP',
  link: 'https://console.example/callback?code=Q1w2E3&state=z9Y8x7',
  credential: { rawId: 'Zm9vYmFy', response: { userHandle: 'YWRhLWxvdmVsYWNl', signature: 'MEUCIQDx' } },
}
const texts = {
  content: 'Moonlight suits a copper pot',
  persona: 'A grumpy cooper from Canterbury',
  error: 'Quokka refuses marmalade',
}
const names = {
  username: 'adalovelace',
  email: 'ada.lovelace@example.com',
  tweet_url: 'https://x.com/adalovelace/status/1790000000000000001',
  x_user_id: '12',
  text: 'Ask @gracehopper, grace@navy.example or https://blog.example/rear-admiral about it',
}

const machine = setup({
  types: {
    input: {} as object,
    context: {} as { held: object; given: unknown; failed: unknown },
    events: {} as { type: 'tell'; told: object } | { type: 'end' },
    emitted: {} as { type: 'said'; told: object },
  },
  actors: {
    answer: fromPromise<object, object>(async ({ input }) => input),
    fail: fromPromise<void, object>(async ({ input }) => {
      throw Object.assign(new Error(texts.error), input)
    }),
  },
}).createMachine({
  id: 'holder',
  context: ({ input }) => ({ held: input, given: undefined, failed: undefined }),
  initial: 'asking',
  output: ({ context }) => context,
  states: {
    asking: {
      invoke: {
        src: 'answer',
        input: ({ context }) => context.held,
        onDone: { target: 'failing', actions: assign({ given: ({ event }) => event.output }) },
      },
    },
    failing: {
      invoke: {
        src: 'fail',
        input: ({ context }) => context.held,
        onError: { target: 'holding', actions: assign({ failed: ({ event }) => event.error }) },
      },
    },
    holding: {
      on: {
        tell: { actions: ({ self, event }) => void self.send({ type: 'end', ...event.told }) },
        end: 'ended',
      },
    },
    ended: { type: 'final' },
  },
})

const fileWith = async (shows: { texts: boolean; names: boolean }): Promise<string> => {
  const ring = createRing()
  const held = { ...secrets, deep: { list: [{ ...secrets, ...texts }], ...names }, ...texts }
  const actor = createActor(machine, { input: held, inspect: hear(ring.take) }).start()
  await new Promise((done) => setTimeout(done))
  actor.send({ type: 'tell', told: { ...held, form: held } })
  const circumstances = { savedAt: 1, version: '1', build: 'b', browser: 'c', path: '/', requests: [] }
  const { text } = makeReport(
    ring.read(),
    { ...circumstances, screen: { width: 1, height: 1 } },
    shows,
    textsIn(messages),
  )
  const kinds = readRecording(text).entries.flatMap((each) => (each.kind === 'snapshot' ? [each.snapshot.status] : []))
  expect([kinds.at(-1), kinds.length > 3]).toEqual(['done', true])
  return text
}

const leavesOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(Object(value)).flatMap(leavesOf)
const wordsOf = (value: object): string[] => leavesOf(value).flatMap((text) => text.match(/[\w&]{5,}|^\d+$/g) ?? [])
const found = (text: string, words: string[]) =>
  words.filter(
    (word) => text.includes(`"${word}"`) || (word.length > 4 && text.toLowerCase().includes(word.toLowerCase())),
  )
const common = /^(https?|status|console|example|callback|state|about|secret|totp|otpauth)$/i
const planted = (value: object) => wordsOf(value).filter((word) => !common.test(word))

it('contains no secret, text, name or address if no box is ticked', async () => {
  const text = await fileWith({ texts: false, names: false })
  expect(found(text, planted({ secrets, texts, names }))).toEqual([])
})

it('contains texts and names if the boxes are ticked, and no secret', async () => {
  const text = await fileWith({ texts: true, names: true })
  expect(found(text, planted(secrets))).toEqual([])
  expect(leavesOf({ texts, names }).filter((each) => !text.includes(each))).toEqual([])
})

it('contains no name and no address in a text if only *Texts* is ticked', async () => {
  const text = await fileWith({ texts: true, names: false })
  expect(text).toContain(texts.persona)
  expect(
    found(
      text,
      planted(names).filter((word) => word !== 'admiral'),
    ),
  ).toEqual([])
})
