import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { retrying } from '../../../server/db/retrying'
import { storeAccountAnswers } from '../../../server/features/accounts/accountAnswers.store'
import { findTokens, loseConnection, storeTokens } from '../../../server/features/accounts/tokens.store'
import { lockUser } from '../../../server/features/session/users.store'
import { batchRequest, enqueue } from '../../../server/posting/send/enqueue'
import { lockItem } from '../../../server/posting/store'
import { claimNext } from '../../../server/posting/worker/claim'
import { classify } from '../../../server/posting/worker/classify'
import { revoke } from '../../../server/posting/worker/doubts'
import { recordOutcome } from '../../../server/posting/worker/outcome'
import { createVault } from '../../../server/security/vault'
import { browserOf, type ConnectingServer, startConnectingServer } from '../../support/connecting'
import { databases, sqlite } from '../../support/databases'
import { answer } from '../../support/fakeX'
import { isSomebodyWaiting } from '../../support/locks'
import { type Operator, password, testKey, testSettings } from '../../support/server'
import { sampleAccount, sampleRole } from '../../support/serverFakes'
import { until } from '../../support/waiting'

const [, postgres] = databases
const email = 'ada@example.com'
/** Only operators check new accounts on X. */
const settings = { ...testSettings, publicOrigin: 'http://127.0.0.1:3000' }
const at = '2026-03-01T00:00:00.000Z'

describe.runIf(postgres)(
  'simultaneous calls of one operator on PostgreSQL wait for each other without a deadlock',
  () => {
    let server: ConnectingServer
    let ada: Operator

    beforeEach(async () => {
      server = await startConnectingServer((postgres ?? sqlite).create, { settings })
      ada = await server.operator(email)
      await ada.call('POST', '/groups', { name: 'crew', description: 'x' })
      for (const name of ['mara', 'jonas']) await ada.call('POST', '/twitter/accounts', sampleAccount(name, 'crew'))
      await ada.call('POST', '/ai-roles', sampleRole)
      const reply = { id: 'reply1', owner_id: 1, tweet_id: '1900000000000000001', content: 'a', generated_content: 'a' }
      await server.database.db
        .insertInto('replies')
        .values({ ...reply, created_at: at, updated_at: at })
        .execute()
    })
    afterEach(async () => {
      vi.restoreAllMocks()
      await server.close()
    })

    /** Delays the next commit until the second transaction waits for it, or is over. */
    const atOnce = async (first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<unknown[]> => {
      const refused: unknown[] = []
      const original = pg.Client.prototype.query
      let commits = () => {}
      let letGo = () => {}
      const isCommitting = new Promise<void>((resolve) => {
        commits = resolve
      })
      const isLetGo = new Promise<void>((resolve) => {
        letGo = resolve
      })
      let isHeld = false
      vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
        const ask = () => {
          const answer = Reflect.apply(original, this, given)
          if (answer instanceof Promise) answer.catch((error) => refused.push(error.code))
          return answer
        }
        if (isHeld || given[0] !== 'commit') return ask()
        isHeld = true
        commits()
        return isLetGo.then(ask)
      } as never)
      const one = first()
      await Promise.race([isCommitting, one])
      let isOver = false
      const other = second().finally(() => {
        isOver = true
      })
      await until(async () => isOver || (await isSomebodyWaiting(server.database.db)))
      letGo()
      await Promise.all([one, other])
      expect(isHeld).toBe(true)
      return refused
    }

    const succeeds = async (call: Promise<{ status: number }>) => {
      expect((await call).status).toBeLessThan(300)
    }
    const judges = async () => {
      const rows = await server.database.db.selectFrom('accounts').selectAll().orderBy('id').execute()
      await storeAccountAnswers(
        server.database.db,
        rows.map((asked) => ({ asked, said: { reason: 'X refuses it' } })),
      )
    }

    const creates = () => succeeds(ada.call('POST', '/twitter/accounts', sampleAccount('paul', 'crew')))
    const sends = () =>
      enqueue(
        { db: server.database.db, clock: () => new Date() },
        batchRequest(1, { reply_ids: ['reply1'], group_name: 'crew' }),
        { replyRule: 'open' },
      )
    const signsIn = () => succeeds(server.call('POST', '/auth/login', { email, password }))
    const edits = () => succeeds(ada.call('PUT', '/twitter/accounts/2', { group: '' }))

    const jonas = () =>
      server.database.db.selectFrom('accounts').selectAll().where('id', '=', 2).executeTakeFirstOrThrow()
    const refuses = async () => {
      const account = await jonas()
      await retrying(server.database.db, (trx) => revoke(trx, account, 'X refuses it'))
    }

    it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
      ['a send, beside an import', creates, sends],
      ['a sign-in, beside an import', creates, signsIn],
      ['an edit, beside an import', creates, edits],
      ['a send, beside a new character', () => succeeds(ada.call('POST', '/ai-roles', sampleRole)), sends],
      [
        'a send, beside a changed character',
        () => succeeds(ada.call('PUT', '/ai-roles/1', { ...sampleRole, name: 'Other' })),
        sends,
      ],
      ['a send, beside a deleted character', () => succeeds(ada.call('DELETE', '/ai-roles/1')), sends],
      ['an edit, beside what X says of accounts', judges, edits],
      ['a deleted group, beside what X says of accounts', judges, () => succeeds(ada.call('DELETE', '/groups/1'))],
      ['an edit, beside a refusal that a reading met', refuses, edits],
    ])('%s', async (_, first, second) => {
      expect(await atOnce(first, second)).toEqual([])
    })

    it('an edit, beside a connection that X lost, and one that is found again', async () => {
      const { db } = server.database
      const account = await jonas()
      const pair = { accessToken: 'a', refreshToken: 'b', livesMs: 7_200_000, scope: '' }
      const connects = () =>
        storeTokens(db, createVault([testKey]), {
          ...{ account, client: 'own', app: account.x_app, pair, before: undefined, now: new Date() },
        })
      await connects()
      const tokens = await findTokens(db, account.id)
      if (!tokens) throw new Error('no pair')
      const forgets = () => loseConnection(db, account, tokens, 'Not known')
      expect(await atOnce(forgets, edits)).toEqual([])
      expect(await jonas()).toMatchObject({ is_active: 0 })
      vi.restoreAllMocks()
      expect(await atOnce(connects, edits)).toEqual([])
      expect(await jonas()).toMatchObject({ is_active: 1 })
    })

    it('a decision about a reply, beside the refusal of its account', async () => {
      const { db } = server.database
      const store = { db, clock: () => new Date() }
      await sends()
      const claimed = await claimNext(store, { epoch: 'e', until: '9999-01-01T00:00:00.000Z' })
      if (!claimed || !('item' in claimed)) throw new Error('nothing was claimed')
      const met = classify(
        answer(403, { detail: 'Your account is temporarily locked.' }),
        claimed.item.content,
        new Date(),
      )
      const refused = () =>
        recordOutcome(store, { ...claimed, app: 'a' }, met, { settleMs: 60, deadlineMs: 100, replyRule: 'open' })
      const decides = () =>
        retrying(db, async (trx) => {
          await lockUser(trx, claimed.item.owner_id)
          await lockItem(trx, claimed.item.id)
        })
      expect(await atOnce(refused, decides)).toEqual([])
      expect(await db.selectFrom('accounts').select('is_active').where('is_active', '=', 0).execute()).toHaveLength(1)
    })

    it('a sign-in, beside a consent that adds an account', async () => {
      const browser = browserOf(server, ada.token)
      const callback = await browser.decide(await browser.begin(), 'authorize', '@brewlab_ama')
      expect(await atOnce(() => browser.comeBack(callback), signsIn)).toEqual([])
    })
  },
)
