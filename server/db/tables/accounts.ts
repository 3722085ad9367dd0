import type { Generated } from 'kysely'
import type { CredentialName } from '../../../src/schemas/accounts'
import type { ConsentOutcome } from '../../../src/schemas/connections'
import type { Dated, Flag, Owned, Timestamp } from './columns'

/** Accounts on X, and how they are connected. */
export interface AccountTables {
  groups: GroupTable
  accounts: AccountTable
  x_tokens: XTokenTable
  x_consents: XConsentTable
  farewells: FarewellTable
}

interface GroupTable extends Owned, Dated {
  id: Generated<number>
  /** Unique per owner. */
  name: string
  description: string
}

/** Each credential is sealed by the vault: AES-256-GCM, bound to table, row and field. */
type SealedCredentials = Record<CredentialName, string>

interface AccountTable extends Owned, Dated, SealedCredentials {
  id: Generated<number>
  /** As entered, with its @ where it had one. */
  username: string
  /** Lower case without the @; unique per owner. */
  username_key: string
  group_id: number | null
  is_active: Flag
  inactive_reason: string | null
  /** The account's id on X, once `GET /2/users/me` said it. */
  x_user_id: string | null
  verified_at: Timestamp | null
  /** When an item was last created for it: batches take the least recently used first. */
  last_used_at: Timestamp | null
  /** Which app on X its keys are of (`appOf`), empty where nobody looked yet. */
  x_app: Generated<string>
  /** The post whose reply X refused in words that may be about the account; null once X took one. */
  doubted_target: string | null
  /** X's own name of that refused request. */
  doubted_transaction: string | null
  /** `x-access-level` of OAuth 1.0a keys; this and the next two are null where X did not say. */
  x_access: Generated<string | null>
  x_subscription: Generated<string | null>
  x_protected: Generated<Flag | null>
}

/** The OAuth 2.0 pair of an account, each token sealed by the vault. An account without a row has OAuth 1.0a keys. */
interface XTokenTable {
  account_id: number
  /** `server`: of the app in `X_CLIENT_ID`; `own`: of the account's own client_id. */
  client: 'server' | 'own'
  access_token: string
  /** Good once. */
  refresh_token: string
  /** The one before, until its successor has worked. */
  previous_refresh_token: string | null
  /** As X granted it, separated by spaces. */
  scope: string
  /** From then on another access token is asked for, while this one is still good. */
  renew_at: Timestamp
  /** Of the access token. */
  expires_at: Timestamp
  /** Counts the pairs; 0 while the first one is being asked for. */
  generation: number
  /** Until then one process alone asks X for the next pair. */
  renewing_until: Timestamp | null
}

/** The connection of a deleted account, until X was told to end it, or did not answer for a day. */
interface FarewellTable {
  /** Random. */
  id: string
  /** With its @. */
  username: string
  /** Sealed JSON: the app and the pair of tokens. */
  secret: string
  tries: number
  next_at: Timestamp
}

/** One journey to X's consent page and back. */
interface XConsentTable extends Owned {
  /** Names the outcome in the console's address. */
  id: string
  session_id: number
  /** Which account was to be connected again, where it was begun for one. */
  account_id: number | null
  /** Which group an account joins that is new here; empty for none. */
  group_name: string
  /** SHA-256 of the state, hex. */
  state_hash: string
  /** SHA-256 of the browser's cookie, hex. */
  browser_hash: string
  /** Sealed. */
  verifier: string
  redirect_uri: string
  expires_at: Timestamp
  used_at: Timestamp | null
  /** Null until it is over. */
  outcome: ConsentOutcome | null
  username: string | null
  detail: string | null
}
