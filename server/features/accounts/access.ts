import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Credentials } from '../../../src/schemas/accounts/accounts'
import type { Database, Row } from '../../db/schema'
import { leaseOf } from '../../jobs/lease'
import { messageOf } from '../../messageOf'
import { quietly, type WarningLog } from '../../quietly'
import { openCredentials } from '../../security/credentials'
import type { Vault } from '../../security/vault'
import { untilStored } from '../../untilStored'
import { appOf, appOfClient } from '../../x/app'
import type { Payer } from '../../x/ledger'
import type { TokenOutcome, TokenPair, XApp, XOAuth2 } from '../../x/oauth2'
import { type Access, type Bearer, XError } from '../../x/types'
import { type Connection, createRevocations, type Revocations } from './revocations'
import {
  claimRenewal,
  endRenewal,
  expireAccess,
  findTokens,
  forgetPrevious,
  loseConnection,
  type NewTokens,
  type StoredTokens,
  storeTokens,
  tokenPlace,
} from './tokens.store'
import * as words from './words'

export interface AccessDeps {
  db: Kysely<Database>
  vault: Vault
  oauth2: XOAuth2
  /** The app of `X_CLIENT_ID`; undefined if it is not configured. */
  app: XApp | undefined
  /** The deadline of one request to X, in ms. */
  deadlineMs: number
  clock?: () => Date
  log?: WarningLog
}

type Account = Row<'accounts'>

/**
 * An account's credentials at X: the stored OAuth 1.0a keys, or an OAuth 2.0 access token that is renewed before it
 * expires.
 */
export interface AccountAccess {
  /**
   * @param hasTokens false if the account has only OAuth 1.0a keys
   * @throws XError without a status if X must be asked again later; with `connectAgain` if the connection was ended;
   * with `appRefused` or `ownAppRefused` if X does not know the app
   * @throws Error if the credentials cannot be opened
   */
  open(account: Account, hasTokens?: boolean): Promise<Access>
  /**
   * Exchanges the account's OAuth 1.0a keys for OAuth 2.0 tokens, which are used from then on. The keys stay stored.
   * @returns `before`: the account already had tokens, and nothing was done
   */
  move(account: Account): Promise<{ moved: true; before?: true } | { moved: false; detail: string }>
  /**
   * Stores the tokens of an account for their revocation at X, in the transaction that deletes the account and has
   * locked the operator. The log names tokens that cannot be opened. OAuth 1.0a keys belong to the operator and stay
   * valid at X.
   */
  revoke(trx: Transaction<Database>, account: Account): Promise<void>
  /** The revocations of deleted accounts. */
  revocations: Omit<Revocations, 'store'>
}

/** The shortest remaining lifetime, in ms, of a usable token if X gives no other. */
const usableMs = 1000
const pollMs = 100

interface Next {
  outcome: TokenOutcome
  client: StoredTokens['client']
  app: XApp
}

export const createAccountAccess = (deps: AccessDeps): AccountAccess => {
  const { db, vault, oauth2, deadlineMs, log } = deps
  const clock = deps.clock ?? (() => new Date())
  /** The renewals of this process, by account. Other processes wait for the row. */
  const renewals = new Map<number, Promise<StoredTokens>>()
  const revocations = createRevocations({ db, vault, oauth2, clock, log })
  const leaseMs = leaseOf(deadlineMs)

  const isFresh = ({ renew_at }: StoredTokens) => Date.parse(renew_at) > clock().getTime()
  const isUsable = ({ expires_at }: StoredTokens) => Date.parse(expires_at) > clock().getTime() + usableMs

  const bearerOf = (account: Account, tokens: StoredTokens): Bearer => ({
    bearer: vault.open(tokens.access_token, tokenPlace(account, 'access_token')),
    accepted: async () => {
      if (tokens.previous_refresh_token !== null) await note(() => forgetPrevious(db, tokens))
    },
    refused: () => note(() => expireAccess(db, tokens)),
  })

  /** X's answer counts, even if storing the note about its token fails. */
  const note = (store: () => Promise<void>) =>
    quietly(log, 'oauth2: the answer of X about a token was not stored', store)

  const renew = (account: Account): Promise<StoredTokens> => {
    const running = renewals.get(account.id)
    if (running) return running
    const renewal = renewInTurn(account).finally(() => renewals.delete(account.id))
    renewals.set(account.id, renewal)
    return renewal
  }

  const renewInTurn = async (account: Account): Promise<StoredTokens> => {
    const giveUp = clock().getTime() + leaseMs + deadlineMs
    for (;;) {
      const tokens = await current(account)
      if (isFresh(tokens)) return tokens
      const lease = leaseFrom(clock())
      if (await claimRenewal(db, account.id, tokens.generation, lease))
        return await follow(account, tokens, lease.until)
      if (isUsable(tokens)) return tokens
      if (clock().getTime() > giveUp) throw new XError(words.renewedElsewhere)
      await delay(pollMs)
    }
  }

  const leaseFrom = (now: Date) => ({ now, until: new Date(now.getTime() + leaseMs) })
  /** The request must end before the claim does. */
  const sendsUntil = (until: Date) => () => clock().getTime() < until.getTime() - deadlineMs

  const follow = async (account: Account, tokens: StoredTokens, until: Date): Promise<StoredTokens> => {
    const { outcome, client, app } = await nextPair(account, tokens, sendsUntil(until))
    if (outcome.kind === 'granted') {
      const { pair } = outcome
      const before = { generation: tokens.generation, sealedRefreshToken: tokens.refresh_token }
      const isKept = await keep({ account, client, app: appOfClient(app.clientId), pair, before, now: clock() })
      // The account was deleted or has new keys. If another process has stored the next tokens, they belong to the same
      // grant.
      if (!isKept && (await findTokens(db, account.id)) === undefined) await disown(account, app, pair)
      return current(account)
    }
    const latest = await current(account)
    await endRenewal(db, account.id, until)
    // Another process came next and has the next tokens.
    if (latest.generation > tokens.generation) return latest
    if (outcome.kind === 'refused') {
      const detail = await loseConnection(db, account, tokens, outcome.detail)
      throw new XError(detail, 401, {}, 'connectAgain')
    }
    if (isUsable(tokens)) return tokens
    if (outcome.kind === 'later') throw new XError(outcome.detail)
    throw new XError(outcome.detail, undefined, {}, client === 'own' ? 'ownAppRefused' : 'appRefused')
  }

  /**
   * Renews by the refresh token; by the previous one if X does not know the refresh token although no request used it;
   * then by the OAuth 1.0a keys behind the connection, because X counts a refresh token as used even if its answer was
   * lost. A connection by consent does not use other keys of the account: they may belong to somebody else.
   */
  const nextPair = async (account: Account, tokens: StoredTokens, maySend: () => boolean): Promise<Next> => {
    const keys = openCredentials(vault, account)
    const app = appFor(account, tokens)
    if (app === undefined) return { outcome: otherApp, client: tokens.client, app: appIn(keys) }
    const refresh = (sealed: string) =>
      oauth2.refresh(app, vault.open(sealed, tokenPlace(account, 'refresh_token')), maySend)
    let outcome = await refresh(tokens.refresh_token)
    if (outcome.kind === 'refused' && tokens.previous_refresh_token !== null) {
      outcome = await refresh(tokens.previous_refresh_token)
    }
    if (outcome.kind === 'refused' && tokens.client === 'own' && hasKeys(keys)) {
      const again = await oauth2.exchange(appIn(keys), keys, maySend)
      if (again.kind === 'granted' || again.kind === 'later') return { outcome: again, client: 'own', app: appIn(keys) }
    }
    return { outcome, client: tokens.client, app }
  }

  /** The configured app, if the account was connected through it. */
  const configured = ({ x_app }: Account) =>
    deps.app !== undefined && x_app === appOfClient(deps.app.clientId) ? deps.app : undefined

  const appFor = (account: Account, { client }: StoredTokens): XApp | undefined =>
    client === 'own' ? appIn(openCredentials(vault, account)) : configured(account)

  /** Undefined, with a log line, if the tokens cannot be opened or their app is no longer configured. */
  const readable = (account: Account, stored: StoredTokens): Connection | undefined => {
    try {
      const app = appFor(account, stored)
      if (!app) throw new Error(otherApp.detail)
      const fields = ['refresh_token', 'access_token'] as const
      return { app, tokens: fields.map((field) => vault.open(stored[field], tokenPlace(account, field))) }
    } catch (error) {
      const said = { account: account.id, username: account.username, reason: messageOf(error) }
      log?.warn(said, 'oauth2: the tokens of a deleted account could not be decrypted')
      return undefined
    }
  }

  const current = async ({ id }: Account): Promise<StoredTokens> => {
    const tokens = await findTokens(db, id)
    if (!tokens) throw new XError(words.keysChanged)
    return tokens
  }

  /** Only this process knows new tokens until they are stored. @returns false if others were stored in the meantime */
  const keep = (tokens: NewTokens): Promise<boolean> =>
    untilStored(
      () => storeTokens(db, vault, tokens),
      (reason) => log?.warn({ account: tokens.account.id, reason }, 'oauth2: new tokens could not be stored yet'),
    )

  /** Revokes tokens without an owner, for example after a deletion. */
  const disown = async ({ id, username }: Account, app: XApp, pair: TokenPair): Promise<void> => {
    const tokens = [pair.refreshToken ?? [], pair.accessToken].flat()
    await untilStored(
      () => revocations.store(db, username, { app, tokens }),
      (reason) => log?.warn({ account: id, reason }, 'oauth2: tokens to revoke could not be stored yet'),
    )
    revocations.wake()
  }

  return {
    async open(account, hasTokens = true) {
      const tokens = hasTokens ? await findTokens(db, account.id) : undefined
      const access = tokens
        ? bearerOf(account, isFresh(tokens) ? tokens : await renew(account))
        : openCredentials(vault, account)
      return { ...access, payer: payerOf(account, access) }
    },

    async revoke(trx, account) {
      const stored = await findTokens(trx, account.id)
      const connection = stored && readable(account, stored)
      if (connection) await revocations.store(trx, account.username, connection)
    },

    revocations,

    async move(account) {
      if ((await findTokens(db, account.id)) !== undefined) return { moved: true, before: true }
      const keys = openCredentials(vault, account)
      if (!hasKeys(keys)) return { moved: false, detail: words.noKeys }
      const lease = leaseFrom(clock())
      if (!(await claimRenewal(db, account.id, 0, lease))) {
        return { moved: false, detail: words.movedElsewhere }
      }
      const outcome = await oauth2.exchange(appIn(keys), keys, sendsUntil(lease.until))
      if (outcome.kind === 'granted' && outcome.pair.refreshToken !== undefined) {
        const before = { generation: 0, sealedRefreshToken: '' }
        const app = appOfClient(keys.client_id)
        const { pair } = outcome
        if (await keep({ account, client: 'own', app, pair, before, now: clock() })) return { moved: true }
        await disown(account, appIn(keys), pair)
        return { moved: false, detail: words.reconnected }
      }
      await endRenewal(db, account.id, lease.until)
      return { moved: false, detail: outcome.kind === 'granted' ? words.noRefreshTokenGiven : outcome.detail }
    },
  }
}

const payerOf = ({ owner_id, username, x_app }: Account, access: Credentials | Bearer): Payer => ({
  ownerId: owner_id,
  account: username,
  app: 'bearer' in access ? x_app : appOf(access),
})

const otherApp = {
  kind: 'appRefused',
  detail: words.otherApp,
} satisfies TokenOutcome

const appIn = ({ client_id, client_secret }: Credentials): XApp => ({
  clientId: client_id,
  clientSecret: client_secret,
})

/** An account that was connected only by consent has none. */
const hasKeys = ({ access_token, access_token_secret, client_id }: Credentials): boolean =>
  access_token !== '' && access_token_secret !== '' && client_id !== ''
