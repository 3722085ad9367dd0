import { describe, expect, it } from 'vitest'
import { sandboxAccounts, userIdOf } from '../../../sandbox/accounts-data'
import { mulberry32 } from '../../../sandbox/random'
import { createApi } from '../../../sandbox/x/api'
import { createCrowd } from '../../../sandbox/x/crowd'
import type { Scene } from '../../../sandbox/x/scene'
import { openPostStore } from '../../../sandbox/x/store'
import { mayAnswer } from '../../../server/x/eligibility'
import { readWhole } from '../../../server/x/readWhole'
import { XError } from '../../../server/x/types'
import { readAnswer } from '../../../server/x/wire'
import { atDepth } from '../../support/depth'

const accountsPerPost = 5
const firstId = 1_990_000_000_000_000_000n

const crew = sandboxAccounts(12).map(({ username }) => username.slice(1))
const strangers = ['kioskandco', 'brewlab_amanda', 'pia', 'the_pixelmarket_2009', 'ama', 'jo', 'linacooks', 'x']

const random = mulberry32(19)
const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T
const chance = (share: number) => random() < share
const someone = () => (chance(0.7) ? pick(crew) : pick(strangers))

const fillers = [
  'Fish & chips <3',
  'Zwölf 🧑‍🍳 Köche',
  'コーヒー',
  'line one\nline two',
  'https://beans.example/a?b=1&c=2',
]
const mentions = [
  (name: string) => `@${name}`,
  (name: string) => `@${name.toUpperCase()}!`,
  (name: string) => `(@${name})`,
  (name: string) => `＠${name}`,
  (name: string) => `mail me at shop@${name}.example`,
  (name: string) => `@${name}_fan`,
  (name: string) => `.@${name}: yes`,
]
const words = (): string => {
  const parts = [pick(fillers), ...(chance(0.5) ? [pick(mentions)(someone())] : []), pick(fillers)]
  return chance(0.2) ? `${'A long story. '.repeat(30)}${parts.join(' ')}` : parts.join(' ')
}

const draw = (index: number): Scene => {
  const earlier = () => String(firstId + BigInt(Math.floor(random() * index)))
  const kind = index === 0 ? 0 : random()
  return {
    username: someone(),
    text: words(),
    ...(kind > 0.55 ? { inReplyTo: earlier() } : {}),
    ...(kind > 0.35 && kind < 0.65 ? { quotes: chance(0.05) ? '17' : earlier() } : {}),
    ...(chance(0.25)
      ? {
          replySettings: pick(['everyone', 'mentionedUsers', 'following', 'subscribers', 'verified', 'other'] as const),
        }
      : {}),
    ...(chance(0.2) ? { media: [{ type: 'photo' as const }] } : {}),
  }
}

describe('the predicted verdict', () => {
  it.each([
    ['summoned', atDepth(500, 2000)],
    ['open', atDepth(100, 400)],
  ] as const)(
    'matches the separately written rule of the stand-in, under the %s rule: %i posts, five accounts each',
    async (replyRule, postCount) => {
      const planted: Record<string, Scene> = {}
      for (let index = 0; index < postCount; index += 1) planted[String(firstId + BigInt(index))] = draw(index)
      const api = createApi(
        await openPostStore(undefined, Date.now),
        createCrowd(undefined, Date.now),
        {
          duplicateFilter: false,
          replyRule,
          wording: '2026-07',
          visibilityLagMs: 0,
          longText: 'tooLong',
          gone: new Set(['17']),
          authors: new Map(),
          planted,
          fieldNames: undefined,
          holes: {},
          people: {},
        },
        Date.now,
      )
      const request = { contentType: 'application/json', body: '', caller: { kind: 'app' as const, app: 'app-only' } }
      const read = async (path: string, query: Record<string, string>) => {
        const id = path.replace('tweets/', '')
        const { status, body } = await api.answer({
          ...request,
          endpoint: 'getPost',
          id,
          query: new URLSearchParams(query),
        })
        if (status !== 200) throw new XError(JSON.stringify(body), status)
        return readAnswer.parse(body)
      }
      const answers = async (target: string, username: string) => {
        const text = `Reply ${random()}`
        const { status } = await api.answer({
          ...request,
          endpoint: 'createPost',
          id: '',
          query: new URLSearchParams(),
          caller: { kind: 'user', id: userIdOf(username), username, app: 'app' },
          body: JSON.stringify({ text, reply: { in_reply_to_tweet_id: target } }),
        })
        return status === 201 ? 'taken' : 'refused'
      }

      const matrix = {
        allowed: { taken: 0, refused: 0 },
        uncertain: { taken: 0, refused: 0 },
        refused: { taken: 0, refused: 0 },
      }
      const wrong: object[] = []
      for (const [id, scene] of Object.entries(planted)) {
        const { audience } = await readWhole(id, read)
        for (const username of Array.from({ length: accountsPerPost }, () => pick(crew))) {
          const { verdict, reason } = mayAnswer(audience, { username, xUserId: userIdOf(username) }, replyRule)
          const truth = await answers(id, username)
          matrix[verdict][truth] += 1
          if ((verdict === 'allowed' && truth === 'refused') || (verdict === 'refused' && truth === 'taken')) {
            wrong.push({ username, verdict, reason, truth, scene })
          }
        }
      }
      console.table(matrix)
      expect(wrong).toEqual([])
      const total = Object.values(matrix).flatMap((row) => Object.values(row))
      expect(total.reduce((sum, each) => sum + each, 0)).toBe(postCount * accountsPerPost)
      expect(Object.entries(matrix).filter(([, { taken, refused }]) => taken + refused === 0)).toEqual([])
    },
    60_000,
  )
})
