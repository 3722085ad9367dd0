import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { retrying } from '../../../server/db/retrying'
import { endSessions } from '../../../server/features/session/sessions.store'
import { createAuthenticator } from '../../support/authenticator'
import { databasesHere } from '../../support/databases'
import { type Operator, password, startTestServer, type TestServer } from '../../support/server'

const signedOut = { status: 401, body: { detail: 'Sign in to continue' } }

describe.each(databasesHere())(
  'a session that ends while it requests something that would outlive it on $name',
  ({ create }) => {
    let server: TestServer
    let ada: Operator
    /** The table or column that the call reads last before it changes anything. */
    let looksAt = ''
    let meanwhile: (() => Promise<unknown>) | undefined
    const device = createAuthenticator()

    beforeEach(async () => {
      meanwhile = undefined
      const looks = new Set<object>()
      server = await startTestServer(create, ({ db }) => ({
        db: db.withPlugin({
          transformQuery: ({ node, queryId }) => {
            if (JSON.stringify(node).includes(`"${looksAt}"`)) looks.add(queryId)
            return node
          },
          transformResult: async ({ result, queryId }) => {
            const act = looks.has(queryId) ? meanwhile : undefined
            if (act) {
              meanwhile = undefined
              await act()
            }
            return result
          },
        }),
      }))
      ada = await server.operator('ada@example.com')
    })
    afterEach(() => server.close())

    const endAll = () =>
      retrying(server.database.db, async (trx) => {
        await endSessions(trx, 1)
      })
    const stored = async () => {
      const { db } = server.database
      return {
        users: await db.selectFrom('users').select('password_hash').execute(),
        tokens: await db.selectFrom('api_tokens').select('id').execute(),
        passkeys: await db.selectFrom('passkeys').select('id').execute(),
        codes: await db.selectFrom('recovery_codes').select('id').execute(),
        passes: await db.selectFrom('passes').select('id').execute(),
      }
    }
    const makePasskey = async (who = ada) => {
      const { body: options } = await who.call('POST', '/auth/passkeys/options', { current_password: password })
      const credential = device.create(options as Parameters<typeof device.create>[0])
      return () => who.call('POST', '/auth/passkeys', { label: 'Blue laptop', credential })
    }
    const registerPasskey = async (who = ada) => (await makePasskey(who))()

    it.each<[what: string, last: string, prepare: () => Promise<() => Promise<unknown>>]>([
      [
        'another password',
        'second_factors',
        async () => () =>
          ada.call('PUT', '/auth/password', { current_password: password, new_password: 'better horse battery' }),
      ],
      [
        'an API token',
        'confirmed_at',
        async () => () => ada.call('POST', '/auth/api-tokens', { name: 'a', scope: 'read', days: 30 }),
      ],
      [
        'a confirmation by the password',
        'second_factors',
        async () => () => ada.call('POST', '/auth/confirmation', { current_password: password }),
      ],
      [
        'a secret for an authenticator app',
        'second_factors',
        async () => () => ada.call('POST', '/auth/second-factor', { current_password: password }),
      ],
      [
        'a challenge for a passkey',
        'second_factors',
        async () => () => ada.call('POST', '/auth/passkeys/options', { current_password: password }),
      ],
      ['an invitation', 'confirmed_at', async () => () => ada.call('POST', '/operators/invitations')],
      ["a link to reset somebody's password", 'confirmed_at', async () => () => ada.call('POST', '/operators/1/reset')],
      ['a passkey', 'passkey_challenges', () => makePasskey()],
      [
        'to have no passkey',
        'confirmed_at',
        async () => {
          await registerPasskey()
          return () => ada.call('DELETE', '/auth/passkeys/1')
        },
      ],
      [
        "to take another operator's factor away",
        'confirmed_at',
        async () => {
          await registerPasskey()
          await registerPasskey(await server.operator('bob@example.com'))
          return () => ada.call('DELETE', '/operators/2/second-factor')
        },
      ],
      [
        'other recovery codes',
        'confirmed_at',
        async () => {
          await registerPasskey()
          return () => ada.call('POST', '/auth/second-factor/recovery-codes')
        },
      ],
    ])('%s: nothing is changed', async (_what, last, prepare) => {
      const ask = await prepare()
      const before = await stored()
      looksAt = last
      meanwhile = endAll
      const answer = await ask()
      expect(meanwhile).toBeUndefined()
      expect([answer, await stored()]).toEqual([signedOut, before])
    })

    it.each<[what: string, ...asked: Parameters<Operator['call']>]>([
      ['invites', 'POST', '/operators/invitations'],
      ['offers a new password', 'POST', '/operators/3/reset'],
      ['disables an operator', 'PUT', '/operators/3', { disabled: true }],
      ['names an administrator', 'PUT', '/operators/3', { is_admin: true }],
      ['deletes an operator', 'DELETE', '/operators/4'],
      ["takes an operator's factor away", 'DELETE', '/operators/3/second-factor'],
    ])('%s: a former administrator changes nothing', async (_what, ...asked) => {
      await server.operator('bob@example.com')
      await registerPasskey(await server.operator('cleo@example.com'))
      await server.operator('dora@example.com')
      await ada.call('PUT', '/operators/4', { disabled: true })
      await ada.call('PUT', '/operators/2', { is_admin: true })
      const state = async () => ({
        ...(await stored()),
        operators: await server.database.db
          .selectFrom('users')
          .select(['id', 'disabled_at', 'is_admin'])
          .where('id', '>', 1)
          .orderBy('id')
          .execute(),
      })
      const before = await state()
      looksAt = 'confirmed_at'
      meanwhile = () => server.database.db.updateTable('users').set({ is_admin: 0 }).where('id', '=', 1).execute()
      const answer = await ada.call(...asked)
      expect(meanwhile).toBeUndefined()
      expect([answer.status, await state()]).toEqual([403, before])
    })
  },
)
