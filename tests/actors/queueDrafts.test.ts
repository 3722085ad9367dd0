import fetchMock from 'fetch-mock'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createActor, toPromise } from 'xstate'
import type { Writing } from '../../src/machines/queue/queueDrafts'
import { draftsAhead } from '../../src/machines/queue/queueDrafts.actors'
import { noneWritten } from '../../src/schemas/composer/composer.words'
import type { LastFields } from '../../src/schemas/queue/queue'
import * as words from '../../src/schemas/queue/queue.words'
import { createBrowserServices } from '../../src/services/browser'
import { replies } from '../machines/samples'
import { storeOurMeta } from '../support/consoleServices'
import { eventually } from '../support/waiting'

storeOurMeta()
const services = await createBrowserServices({ baseUrl: '/api/v1' }).openConsole()
const batch: LastFields = { mode: 'batch', role_id: '5', group_name: 'Launch', count: '45', account_id: '' }
const solo: LastFields = { mode: 'solo', role_id: '6', group_name: '', count: '7', account_id: '3' }

const may = { rule: 'open', allowed: 1, uncertain: 0, refused: 2, accounts: [], order: [3] }
const others = { verdict: 'allowed', reason: 'It calls nobody' }
const named = { account_id: 3, username: '@ada', verdict: 'allowed', reason: 'It is called' }

const eligible = (answer: object, id = '11') =>
  fetchMock.get(`glob:*/api/v1/twitter/tweet/${id}/eligibility?group=*`, { ...may, others, ...answer })
const generates = (status: number, body: object) =>
  fetchMock.post('path:/api/v1/twitter/tweet/generate-reply', { status, body })
const asked = () =>
  fetchMock.callHistory
    .calls('path:/api/v1/twitter/tweet/generate-reply')
    .map(({ options }) => JSON.parse(String(options.body)))

const start = (writing: Partial<Writing> = {}) => {
  const actor = createActor(draftsAhead(services), { input: { id: '11', fields: batch, ...writing } })
  actor.subscribe({ error: () => undefined })
  actor.start()
  return actor
}
const write = (writing?: Partial<Writing>) => toPromise(start(writing))

beforeEach(() => {
  localStorage.clear()
  fetchMock.mockGlobal()
})
afterEach(() => {
  fetchMock.hardReset()
})

describe('the request for drafts ahead', () => {
  it("equals the first call of Preview, with the post's author", async () => {
    eligible({})
    generates(201, { replies, incomplete: 'It broke off' })
    expect(await write()).toEqual({
      phase: 'ready',
      replies: replies.map((reply) => ({ ...reply, role_id: 5 })),
      incomplete: 'It broke off',
    })
    await write({ id: '11', fields: batch })
    expect(asked()).toEqual([{ tweet_id: '11', role_id: 5, count: 20 }])
  })

  it('asks for one reply in solo mode', async () => {
    eligible({})
    generates(201, { replies })
    await write({ fields: solo })
    expect(asked()).toEqual([{ tweet_id: '11', role_id: 6, count: 1 }])
  })

  it('is not made if no account of the group may reply, if the group does not exist, or if the account may not reply', async () => {
    generates(201, { replies })
    const nobody = { phase: 'none', replies: [], problem: words.nobodyMayAnswer }
    const found = [
      [{ allowed: 0, uncertain: 0 }, batch],
      [{ order: undefined }, batch],
      [{ others: { verdict: 'refused', reason: 'It calls nobody of yours' } }, solo],
      [{ accounts: [{ ...named, verdict: 'refused' }] }, solo],
      [{ accounts: [{ ...named, answered_in: 't1' }] }, solo],
    ] as const
    for (const [index, [answer, fields]] of found.entries()) {
      eligible(answer, `3${index}`)
      expect(await write({ id: `3${index}`, fields })).toEqual(nobody)
    }
    const declined = '@zoe is on your do-not-reply list.'
    eligible({ declined }, '39')
    expect(await write({ id: '39', fields: batch })).toEqual({
      ...nobody,
      problem: words.declined(declined),
    })
    expect(asked()).toEqual([])
  })

  it('is made if somebody may reply on X, or if a provider does not report it', async () => {
    generates(201, { replies })
    eligible({ allowed: 0, uncertain: 1 })
    eligible({ others: { verdict: 'refused', reason: 'No' }, accounts: [named] }, '12')
    fetchMock.get('glob:*/api/v1/twitter/tweet/13/eligibility?group=*', { status: 404, body: { detail: 'Not Found' } })
    await write()
    await write({ id: '12', fields: solo })
    await write({ id: '13' })
    expect(asked()).toMatchObject([{ tweet_id: '11' }, { tweet_id: '12' }, { tweet_id: '13' }])
  })

  it('is not made if the answer about who may reply is lost', async () => {
    fetchMock.get('glob:*/api/v1/twitter/tweet/11/eligibility?group=*', { status: 503, body: { detail: 'Later' } })
    await expect(write()).rejects.toMatchObject({ status: 503, detail: 'Later' })
    expect(asked()).toEqual([])
  })

  it('is made once for each post, whatever the result, except when the budget is used up', async () => {
    eligible({})
    generates(402, { detail: 'Used up' })
    await expect(write()).rejects.toMatchObject({ status: 402 })
    fetchMock.hardReset()
    fetchMock.mockGlobal()
    eligible({})
    generates(502, { detail: 'The model is away' })
    await expect(write()).rejects.toMatchObject({ detail: 'The model is away' })
    expect(await write()).toEqual({ phase: 'none', replies: [], problem: words.askedBefore })
    expect(asked()).toHaveLength(1)
  })

  it('reports that the model wrote nothing', async () => {
    eligible({})
    generates(201, { replies: [] })
    expect(await write()).toEqual({ phase: 'none', replies: [], problem: noneWritten })
  })

  it('is cancelled when the page is closed', async () => {
    eligible({})
    fetchMock.post('path:/api/v1/twitter/tweet/generate-reply', new Promise(() => {}))
    const actor = start()
    await eventually(() => expect(asked()).toHaveLength(1))
    actor.stop()
    const [call] = fetchMock.callHistory.calls('path:/api/v1/twitter/tweet/generate-reply')
    expect(call?.options.signal?.aborted).toBe(true)
  })
})
