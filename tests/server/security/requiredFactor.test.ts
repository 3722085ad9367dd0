import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { retrying } from '../../../server/db/retrying'
import { storeApiToken } from '../../../server/features/security/apiTokens.store'
import { startEnrolment, enrol as switchOn } from '../../../server/features/security/secondFactor.store'
import { findUser } from '../../../server/features/session/users.store'
import { taskStreamPath } from '../../../src/schemas/history/taskStream'
import { type Operation, readOperations, send } from '../../security/api'
import { databasesHere } from '../../support/databases'
import { caller, enrol, startTestServer, type TestServer, testSettings } from '../../support/server'

const refusal = { detail: 'Set up a second factor in Settings first.' }

/** Written by hand, independently of the server's own table. */
const allowed = `logout getMe listSessions endSession endOtherSessions endSessions getSecondFactor startSecondFactor
  enrolSecondFactor listPasskeys startPasskey createPasskey`.split(/\s+/)

const settings = ['administrators', 'all'] as const
const people = [
  { who: 'an administrator', email: 'ada@example.com', of: ['administrators', 'all'] },
  { who: 'another operator', email: 'bob@example.com', of: ['all'] },
]

describe.each(databasesHere())('a required second factor, on $name', (kind) => {
  describe.each(settings)('of %s', (factorRequiredOf) => {
    let server: TestServer
    let operations: Operation[]

    beforeAll(async () => {
      server = await startTestServer(kind.create, {
        settings: { ...testSettings, factorRequiredOf },
        callsPerMinute: {},
      })
      operations = (await readOperations(server.app)).filter(({ secured }) => secured)
      for (const { email } of people) await enrol(server, email)
    })
    afterAll(() => server.close())

    /** The calls that are refused without a second factor, among those that take a session or token. */
    const refusedFor = async (token: () => Promise<string>, calls = operations): Promise<string[]> => {
      const refused: string[] = []
      for (const operation of calls) {
        const params = Object.fromEntries(operation.parameters.map(({ name }) => [name, '999999']))
        const headers = { authorization: `Bearer ${await token()}` }
        const body = operation.body ? { body: {} } : {}
        const answer = await send(server.app, operation, { params, query: '', headers, ...body })
        expect([operation.id, answer.statusCode]).not.toEqual([operation.id, 401])
        const isRefused = answer.statusCode === 403 && answer.json().detail === refusal.detail
        if (isRefused) refused.push(operation.id)
      }
      return refused
    }
    const idOf = async (email: string) => (await findUser(server.database.db, email))?.id ?? 0
    const meOf = async (email: string) => (await enrol(server, email)).call('GET', '/auth/me')

    it.each(people)(
      'allows $who without a factor only the calls that set it up, and no API token',
      async ({ email, of }) => {
        const { db } = server.database
        const isRequired = of.includes(factorRequiredOf)
        const all = operations.map(({ id }) => id)
        expect(all).toEqual(expect.arrayContaining(allowed))
        // Some of the calls end the session.
        const bySession = await refusedFor(async () => (await enrol(server, email)).token)
        expect(bySession).toEqual(isRequired ? all.filter((id) => !allowed.includes(id)) : [])
        expect(await meOf(email)).toMatchObject({ status: 200, body: isRequired ? { must_enrol: true } : { email } })
        const script = { name: 'Night script', scope: 'draft', days: 30 } as const
        const { token } = await retrying(db, async (trx) => storeApiToken(trx, await idOf(email), script))
        expect(await refusedFor(async () => token)).toEqual(isRequired ? all : [])
        if (isRequired) {
          const { token: session } = await enrol(server, email)
          expect(await caller(server.app, session)('GET', taskStreamPath)).toEqual({ status: 403, body: refusal })
        }
      },
    )

    it.each(people)('allows $who with a factor every call', async ({ email }) => {
      const { db } = server.database
      const id = await idOf(email)
      await retrying(db, async (trx) => {
        await startEnrolment(trx, server.deps.vault, id)
        await switchOn(trx, id)
      })
      const others = operations.filter(({ id }) => id !== 'removeSecondFactor')
      expect(await refusedFor(async () => (await enrol(server, email)).token, others)).toEqual([])
      expect((await meOf(email)).body).not.toHaveProperty('must_enrol')
    })
  })
})
