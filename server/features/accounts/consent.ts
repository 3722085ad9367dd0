import { randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { noCredentials } from '../../../src/schemas/accounts/accounts'
import { cleanText } from '../../cleanText'
import { retrying } from '../../db/retrying'
import type { Database, Row } from '../../db/schema'
import { audit } from '../../db/trail/audit'
import type { AppDeps } from '../../deps'
import { conflict, HttpProblem } from '../../problems'
import { createToken, hashToken } from '../../security/tokens'
import { timestamp } from '../../time/clock'
import { appOfClient } from '../../x/app'
import { mayPost, type TokenPair, type XApp, type XOAuth2 } from '../../x/oauth2'
import { type Me, XError } from '../../x/types'
import { findGroupId } from '../groups/groups.store'
import { lockUser } from '../session/users.store'
import { noteMe } from './accountAnswers.store'
import { createAccount, getAccountRow, listSameOnX, updateAccount, usernameKey } from './accounts.store'
import { type Consent, type Ending, endConsent, findConsent, storeConsent, takeConsent } from './consents.store'
import { storeTokensIn } from './tokens.store'
import * as words from './words'

const minutes = 10
export const consentSeconds = minutes * 60

/** The parameters of X's redirect. */
export interface CallbackQuery {
  state: string
  code?: string | undefined
  error?: string | undefined
}

export interface Consents {
  /**
   * @returns the address for the browser, and the value that the browser must show on its return
   * @throws HttpProblem 404, 422
   */
  begin(asked: {
    ownerId: number
    sessionId: number
    accountId: number | undefined
    group: string
    redirectUri: string
  }): Promise<{ id: string; authorizeUrl: string; browser: string }>
  /**
   * @param browserOf the value that the browser shows for the consent
   * @returns the id of the consent, whose outcome is stored; undefined if this browser started no consent here
   */
  finish(query: CallbackQuery, browserOf: (id: string) => string | undefined): Promise<string | undefined>
}

type Deps = Pick<AppDeps, 'db' | 'vault' | 'x' | 'delivery' | 'log'>

export const createConsents = (deps: Deps, oauth2: XOAuth2, app: XApp): Consents => {
  const { db, vault, x } = deps
  const verifierPlace = (id: string) => `x_consents/${id}/verifier`

  const end = async (consent: Consent, query: CallbackQuery): Promise<Ending> => {
    if (consent.expires_at <= timestamp()) return { outcome: 'late' }
    if (query.code === undefined) {
      if (query.error === 'access_denied') return { outcome: 'denied' }
      return { outcome: 'failed', detail: words.consentFailed(cleanText(query.error ?? '').slice(0, 200)) }
    }
    const verifier = vault.open(consent.verifier, verifierPlace(consent.id))
    const given = { code: query.code, redirectUri: consent.redirect_uri, verifier }
    const answer = await oauth2.redeem(app, given)
    if (answer.kind === 'refused') return { outcome: 'refused', detail: answer.detail }
    if (answer.kind !== 'granted') return { outcome: 'failed', detail: answer.detail }
    const ending = await connect(consent, answer.pair).catch(asEnding)
    if (!isStored(ending)) await oauth2.revoke(app, answer.pair.accessToken)
    return ending
  }

  const asEnding = (error: unknown): Ending => {
    if (error instanceof HttpProblem) return { outcome: 'failed', detail: error.detail }
    deps.log?.error({ err: error }, 'oauth2: authorization was not completed')
    return { outcome: 'failed', detail: words.startAgain }
  }

  const connect = async (consent: Consent, pair: TokenPair): Promise<Ending> => {
    if (pair.refreshToken === undefined) return { outcome: 'failed', detail: words.noRefreshToken }
    const me = await whoIs(consent, pair)
    if (typeof me === 'string') return { outcome: 'failed', detail: me }
    const username = `@${me.username}`
    if (!mayPost(pair.scope)) return { outcome: 'read_only', username }
    const ending = await retrying(db, async (trx): Promise<Ending> => {
      await lockUser(trx, consent.owner_id)
      const found = await findConnected(trx, consent.owner_id, me)
      if (consent.account_id !== null && found?.id !== consent.account_id) return { outcome: 'other_account', username }
      const account = found ? await renamed(trx, found, username) : await added(trx, consent, username)
      const tokens = { account, client: 'server', app: appOfClient(app.clientId), pair, before: undefined } as const
      await storeTokensIn(trx, vault, { ...tokens, now: new Date() })
      await noteMe(trx, account, me)
      await audit(trx, consent.owner_id, found ? 'account.reconnected' : 'account.created', username, 'by OAuth 2.0')
      const stored: Ending = { outcome: found ? 'renewed' : 'connected', username }
      await endConsent(trx, consent.id, stored)
      return stored
    })
    if (isStored(ending)) deps.delivery.wake()
    return ending
  }

  const whoIs = async ({ owner_id: ownerId }: Consent, { accessToken }: TokenPair): Promise<Me | string> => {
    const nothing = async () => undefined
    try {
      const payer = { ownerId, account: '', app: appOfClient(app.clientId) }
      return await x.getMe({ bearer: accessToken, accepted: nothing, refused: nothing, payer })
    } catch (error) {
      if (error instanceof XError) return error.detail
      throw error
    }
  }

  /** The account was renamed on X. */
  const renamed = async (trx: Transaction<Database>, account: Row<'accounts'>, username: string) => {
    if (usernameKey(username) === account.username_key) return account
    await updateAccount(trx, vault, account.owner_id, account.id, { username })
    return account
  }

  const added = async (trx: Transaction<Database>, { owner_id, group_name }: Consent, username: string) => {
    const { id } = await createAccount(trx, vault, owner_id, { username, group: group_name, ...noCredentials })
    return getAccountRow(trx, owner_id, id)
  }

  return {
    async begin({ ownerId, sessionId, accountId, group, redirectUri }) {
      if (accountId !== undefined) await getAccountRow(db, ownerId, accountId)
      await findGroupId(db, ownerId, group)
      const id = randomBytes(12).toString('base64url')
      const [state, browser, verifier] = [createToken(), createToken(), createToken()]
      await storeConsent(db, {
        id,
        owner_id: ownerId,
        session_id: sessionId,
        account_id: accountId ?? null,
        group_name: group,
        state_hash: hashToken(state),
        browser_hash: hashToken(browser),
        verifier: vault.seal(verifier, verifierPlace(id)),
        redirect_uri: redirectUri,
        expires_at: timestamp(Date.now() + consentSeconds * 1000),
      })
      return { id, browser, authorizeUrl: oauth2.authorizeUrl(app, { redirectUri, state, verifier }) }
    },

    async finish(query, browserOf) {
      const consent = await findConsent(db, hashToken(query.state))
      if (!consent || hashToken(browserOf(consent.id) ?? '') !== consent.browser_hash) return undefined
      if (!(await takeConsent(db, consent.id))) return consent.id
      const ending = await end(consent, query).catch(asEnding)
      if (!isStored(ending)) await endConsent(db, consent.id, ending)
      return consent.id
    },
  }
}

/**
 * The transaction that stores the tokens stores these outcomes too, so that any other outcome means that nothing was
 * connected.
 */
const isStored = ({ outcome }: Ending): boolean => outcome === 'connected' || outcome === 'renewed'

/**
 * Finds the account by its id on X, which survives a renaming; by its name if X was never asked about it. A name does
 * not identify the account if somebody else had that name when the account was connected.
 * @throws HttpProblem 409
 */
const findConnected = async (
  trx: Kysely<Database>,
  ownerId: number,
  { id, username }: Me,
): Promise<Row<'accounts'> | undefined> => {
  const own = await listSameOnX(trx, ownerId, { id, username })
  const same = own.find(({ x_user_id }) => x_user_id === id)
  const named = own.find(({ username_key }) => username_key === usernameKey(username)) ?? same
  if (named && named.x_user_id !== null && named.x_user_id !== id) {
    throw conflict(words.nameReused(username))
  }
  if (same && named?.x_user_id !== id) throw conflict(words.sameName(username))
  return named
}
