import type { Generated } from 'kysely'
import type { CredentialName } from '../../../src/schemas/accounts/accounts'
import type { ConsentOutcome } from '../../../src/schemas/accounts/connections'
import type { Dated, Flag, Owned, Timestamp } from './columns'

export interface AccountTables {
  groups: GroupTable
  accounts: AccountTable
  x_tokens: XTokenTable
  x_consents: XConsentTable
  farewells: RevocationTable
}

interface GroupTable extends Owned, Dated {
  id: Generated<number>
  /** Unique per owner. */
  name: string
  description: string
}

/** Each value is sealed by the vault: AES-256-GCM, bound to table, row and field. */
type SealedCredentials = Record<CredentialName, string>

interface AccountTable extends Owned, Dated, SealedCredentials {
  id: Generated<number>
  /** As the operator entered it, with or without @. */
  username: string
  /** Lower case without the @; unique per owner. */
  username_key: string
  group_id: number | null
  is_active: Flag
  inactive_reason: string | null
  /** The account's id on X; null until `GET /2/users/me` answered. */
  x_user_id: string | null
  verified_at: Timestamp | null
  /** When the newest item of the account was created. Batches use the least recently used account first. */
  last_used_at: Timestamp | null
  /** The app of the account's keys at X (`appOf`); empty before the first check. */
  x_app: Generated<string>
  /** The post whose reply X refused with words that may concern the account; null after X accepted a later reply. */
  doubted_target: string | null
  /** X's id of that refused request. */
  doubted_transaction: string | null
  /** `x-access-level` of OAuth 1.0a keys. This column and the next two are null when X did not send a value. */
  x_access: Generated<string | null>
  x_subscription: Generated<string | null>
  x_protected: Generated<Flag | null>
}

/** OAuth 2.0 tokens of an account, sealed by the vault. An account without a row has OAuth 1.0a keys. */
interface XTokenTable {
  account_id: number
  /** `server`: the app of `X_CLIENT_ID`; `own`: the app of the account's own client_id. */
  client: 'server' | 'own'
  access_token: string
  /** Works only once. */
  refresh_token: string
  /** The refresh token before the current one, until the current one has worked. */
  previous_refresh_token: string | null
  /** The scopes that X granted, separated by spaces. */
  scope: string
  /** When the server renews the access token, before it expires. */
  renew_at: Timestamp
  /** The end of the access token. */
  expires_at: Timestamp
  /** The number of token pairs so far; 0 before the first one. */
  generation: number
  /** The end of the lease of the process that renews the tokens. */
  renewing_until: Timestamp | null
}

/** The connection of a deleted account, until X has revoked it or did not answer for a day. */
interface RevocationTable {
  id: string
  /** With its @. */
  username: string
  /** Sealed JSON: the app and the tokens. */
  secret: string
  tries: number
  next_at: Timestamp
}

/** One authorization on X's consent page. */
interface XConsentTable extends Owned {
  /** Identifies the outcome in the console's address. */
  id: string
  session_id: number
  /** The account to reconnect; null for a new account. */
  account_id: number | null
  /** The group of a new account; empty for no group. */
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
  /** Null until the authorization has ended. */
  outcome: ConsentOutcome | null
  username: string | null
  detail: string | null
}
