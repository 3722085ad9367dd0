import { sandboxApp } from '../../sandbox/x/oauth2'
import { startXStandIn, type XStandIn } from '../../sandbox/x/standIn'
import type { AppDeps } from '../../server/deps'
import type { AccountAccess } from '../../server/features/accounts/access'
import { createAccountAccess } from '../../server/features/accounts/access'
import { createVault } from '../../server/security/vault'
import { createXClient } from '../../server/x/client'
import { createXOAuth2 } from '../../server/x/oauth2'
import { defaultMeta } from '../../src/schemas/system'
import type { DatabaseKind, TestDatabase } from './databases'
import { startTestServer, type TestServer, testKey, testSettings } from './server'

export interface ConnectingServer extends TestServer {
  standIn: XStandIn
  /** Another process's access to accounts of the same database. */
  otherProcess(clock?: () => Date): AccountAccess
  close(): Promise<void>
}

export const accessOn = ({ db }: TestDatabase, standIn: XStandIn, clock: () => Date = () => new Date()) =>
  createAccountAccess({
    db,
    vault: createVault([testKey]),
    oauth2: createXOAuth2({ baseUrl: standIn.baseUrl, siteUrl: standIn.baseUrl, timeoutMs: 30_000 }),
    app: sandboxApp,
    deadlineMs: 30_000,
    clock,
  })

/** The real application with the stand-in for X, at `http://127.0.0.1:3000`. */
export const startConnectingServer = async (
  create: DatabaseKind['create'],
  changed: Partial<AppDeps> = {},
): Promise<ConnectingServer> => {
  const standIn = await startXStandIn({ options: { replyRule: 'open' } })
  const options = { baseUrl: standIn.baseUrl, timeoutMs: 30_000 }
  let database: TestDatabase | undefined
  const server = await startTestServer(create, (opened) => {
    database = opened
    return {
      access: accessOn(opened, standIn),
      connect: { oauth2: createXOAuth2({ ...options, siteUrl: standIn.baseUrl }), app: sandboxApp },
      x: createXClient(options),
      settings: {
        ...testSettings,
        quietMs: 5,
        meta: { ...defaultMeta, sandbox: true },
        publicOrigin: 'http://127.0.0.1:3000',
      },
      ...changed,
    }
  })
  return {
    ...server,
    standIn,
    otherProcess: (clock) => {
      if (!database) throw new Error('no database')
      return accessOn(database, standIn, clock)
    },
    close: async () => {
      await server.close()
      await standIn.close()
    },
  }
}

export interface Browser {
  /** @returns the address of X's consent page. */
  begin(body?: object): Promise<string>
  /** @returns the address of the callback after a decision on that page. */
  decide(authorizeUrl: string, decision: 'authorize' | 'cancel', username: string): Promise<string>
  /**
   * Goes to the callback.
   *
   * @returns the value of `consent` in the address that follows.
   */
  comeBack(callback: string): Promise<string>
}

export const browserOf = ({ app }: TestServer, token: string): Browser => {
  const cookies = new Map<string, string>()
  const keep = (header: string | string[] | number | undefined) => {
    const [name = '', value = ''] =
      String(header ?? '')
        .split(';', 1)[0]
        ?.split('=') ?? []
    if (name !== '') cookies.set(name, value)
  }
  return {
    async begin(body) {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await app.inject({
        method: 'POST',
        url: '/api/v1/x/consents',
        headers,
        payload: { group: '', ...body },
      })
      keep(answer.headers['set-cookie'])
      return answer.json().authorize_url
    },
    async decide(authorizeUrl, decision, username) {
      const { origin, pathname, searchParams } = new URL(authorizeUrl)
      const form = new URLSearchParams([...searchParams, ['decision', decision], ['username', username]])
      const answer = await fetch(`${origin}${pathname}`, { method: 'POST', body: form, redirect: 'manual' })
      return answer.headers.get('location') ?? `${answer.status}: ${await answer.text()}`
    },
    async comeBack(callback) {
      const { pathname, search } = new URL(callback)
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await app.inject({ url: `${pathname}${search}`, headers: { cookie } })
      return String(answer.headers.location).replace('/admin/media-agent?consent=', '')
    },
  }
}
