import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { AccountBody } from '../src/schemas/accounts/accounts'
import type { CallName } from '../src/schemas/contract'
import type { Meta } from '../src/schemas/system'
import type { DatabaseState } from './db/remembered'
import type { Database } from './db/schema'
import type { AccountAccess } from './features/accounts/access'
import type { Inbox } from './features/inbox/types'
import type { FactorRequiredOf } from './features/security/secondFactor.store'
import type { TaskStreamTimes } from './http/taskStreams'
import type { Metrics } from './metrics/metrics'
import type { Models } from './models/types'
import type { Delivery } from './posting/protocol/types'
import type { CeilingSizes } from './security/ceiling'
import type { Vault } from './security/vault'
import type { ServerAllowances } from './usage/allowances.store'
import type { Money } from './usage/budgets.store'
import type { ModelMoney } from './usage/modelCalls.store'
import type { ReplyRule } from './x/eligibility'
import type { XApp, XOAuth2 } from './x/oauth2'
import type { XClient } from './x/types'

export interface AppDeps {
  db: Kysely<Database>
  state: DatabaseState
  /** Whether the database file is still in its place. */
  isInPlace(): boolean
  /** True once the server stops: proxies send it no further calls. */
  isStopping?(): boolean
  vault: Vault
  access: AccountAccess
  x: XClient
  /** For connecting by X's consent page; undefined without an own app of the operator. */
  connect?: { oauth2: XOAuth2; app: XApp }
  models: Models
  delivery: Delivery
  money?: Money
  modelMoney?: ModelMoney
  /** Undefined if nothing reads mentions. */
  inbox?: Pick<Inbox, 'wake'>
  settings: Settings
  ceiling?: CeilingSizes
  /** Only if X is the local stand-in: accounts that the stand-in accepts, in two forms. */
  sandbox?: {
    accounts(count: number, group: string): AccountBody[]
    csv(count: number): string
    nameAuthor?(id: string, username: string): void
  }
  /** Replaces the limits of `http/callLimits.ts` in tests that make thousands of calls. */
  callsPerMinute?: Partial<Record<CallName, number>>
  /** For tests. The defaults are in `server/http/taskStreams.ts`. */
  taskStreamTimes?: TaskStreamTimes
  /** Folder of the built console; undefined if only the API is served. */
  consoleDir?: string
  /** With a token, `/metrics` is served on the port of the API. */
  metrics?: { metrics: Metrics; token: string | undefined }
  log?: Logger
}

export interface Settings {
  meta: Meta
  /** True if posts are read with the app's own bearer token, not with an operator's account. */
  readPostsAsApp: boolean
  modelIsStandIn: boolean
  /** Whether drafts that fail the draft checks are written once more. */
  rewritesDrafts: boolean
  /** Daily limits of every operator; unlimited by default. */
  allowances?: ServerAllowances
  passwordMin: number
  /** Operators who must set up a second factor first; nobody by default. */
  factorRequiredOf?: FactorRequiredOf
  /** Whether the first operator may sign up although `meta.sign_up_open` is false. */
  firstSignUp?: boolean
  /** Whether the first operator needs the link that the start prints. */
  takesSetupLink?: boolean
  /** Names besides the loopback names that the server answers to, without a port. */
  hostNames?: string[]
  replyRule: ReplyRule
  /** `mailto:` or `https:`, for reporting vulnerabilities. */
  securityContact?: string
  /** The address that people use. By default, any name of this machine. */
  publicOrigin?: string
  /** The only other origin that a browser may call from. */
  corsOrigin?: string
  /** The number of proxies before this server, which report a caller's address and scheme in headers. */
  trustProxy: number
  /**
   * Ms without a new connection before the server checks the connected accounts at X, so that an import is not slowed.
   */
  quietMs: number
  /** Ms before a second check after a 401, which may be a short fault of X. The operator waits for this. */
  recheckMs: number
}
