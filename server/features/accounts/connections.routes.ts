import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { accountsPath } from '../../../src/schemas/paths'
import { audit } from '../../db/trail/audit'
import type { AppDeps } from '../../deps'
import { callerOf } from '../../http/attempts'
import { signedIn } from '../../http/authenticate'
import { apiBase, type Routes } from '../../http/define'
import { throttle } from '../../http/throttle'
import { conflict } from '../../problems'
import { minuteMs } from '../../time/clock'
import * as words from '../accounts/words'
import { assertFactorConfirmed } from '../security/secondFactor.store'
import { createAccountRoom, getAccountRow, listMovable } from './accounts.store'
import type { AccountChecks } from './checks'
import { consentSeconds, createConsents } from './consent'
import { readConsent } from './consents.store'

const callbackPath = `${apiBase}/x/callback`

export const register = (routes: Routes, deps: AppDeps, app: FastifyInstance, checks: AccountChecks): void => {
  const { db, connect, access, settings, delivery } = deps
  const consents = connect && createConsents(deps, connect.oauth2, connect.app)
  const makeRoom = createAccountRoom(db)

  const originOf = (request: FastifyRequest) => settings.publicOrigin ?? `${request.protocol}://${request.host}`

  routes.on('getConnection', async ({ ownerId, query, request }) => {
    const origin = originOf(request)
    return {
      unavailable: whyNot(deps, origin) ?? null,
      callback: `${origin}${callbackPath}`,
      ...(await listMovable(db, ownerId, query)),
    }
  })

  routes.on('startConsent', async ({ ownerId, body, request, reply }) => {
    const origin = originOf(request)
    const reason = whyNot(deps, origin)
    if (reason !== undefined || !consents) throw conflict(reason ?? words.appNeeded)
    if (body.account_id === undefined) await makeRoom(ownerId)
    else await assertFactorConfirmed(db, signedIn(request))
    const { id, authorizeUrl, browser } = await consents.begin({
      ownerId,
      sessionId: signedIn(request).sessionId,
      accountId: body.account_id,
      group: body.group,
      redirectUri: `${origin}${callbackPath}`,
    })
    const about = body.account_id === undefined ? words.newAgent : `media agent ${body.account_id}`
    await audit(db, ownerId, 'consent.begun', about, `session ${signedIn(request).sessionId}`)
    reply.header('set-cookie', cookie(id, browser, origin))
    return { authorize_url: authorizeUrl }
  })

  routes.on('getConsent', ({ ownerId, params }) => readConsent(db, ownerId, params.consentId))

  routes.on('moveAccount', async ({ ownerId, params }) => {
    const account = await getAccountRow(db, ownerId, params.accountId)
    const result = await access.move(account)
    if (!result.moved) return result
    if (result.before) return { moved: true, detail: null }
    await audit(db, ownerId, 'account.moved', account.username, 'to OAuth 2.0')
    delivery.wake()
    checks.checkLater(ownerId, account.id)
    return { moved: true, detail: null }
  })

  const seldom = throttle(app, {
    max: 60,
    window: minuteMs,
    keyOf: callerOf,
    detail: words.callbackTooOften,
  })

  app.get(callbackPath, { schema: { hide: true }, onRequest: seldom }, async (request, reply) => {
    const query = callbackQuery.safeParse(request.query)
    const id = query.success
      ? await consents?.finish(query.data, (each) => cookieOf(request, each, originOf(request)))
      : undefined
    return reply.redirect(`${accountsPath}?consent=${id ?? 'unknown'}`, 303)
  })
}

const callbackQuery = z.looseObject({
  state: z.string().min(1).max(500),
  code: z.string().min(1).max(4096).optional(),
  error: z.string().min(1).max(500).optional(),
})

/** X accepts callbacks only by https; on a developer's machine also http://127.0.0.1, with no other name. */
const whyNot = ({ connect, settings }: AppDeps, origin: string): string | undefined => {
  if (!connect) return words.appNeeded
  if (settings.meta.sandbox) return undefined
  const { protocol, hostname, port } = new URL(origin)
  if (protocol === 'https:' || hostname === '127.0.0.1') return undefined
  if (hostname === 'localhost') {
    return words.noLocalhost(port === '' ? '' : `:${port}`)
  }
  return words.httpsNeeded
}

/** With TLS, a name that a browser accepts only from this host (RFC 6265bis, 4.1.3.2). */
const cookieName = (id: string, isSecure: boolean) => `${isSecure ? '__Host-' : ''}x_consent_${id}`

/** The browser sends it when X redirects back; no script can read it. */
const cookie = (id: string, value: string, origin: string): string => {
  const isSecure = origin.startsWith('https:')
  return [
    `${cookieName(id, isSecure)}=${value}`,
    `Path=${isSecure ? '/' : callbackPath}`,
    `Max-Age=${consentSeconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ')
}

const cookieOf = ({ headers }: FastifyRequest, id: string, origin: string): string | undefined => {
  const start = `${cookieName(id, origin.startsWith('https:'))}=`
  const own = headers.cookie?.split(';').map((each) => each.trim())
  return own?.find((each) => each.startsWith(start))?.slice(start.length)
}
