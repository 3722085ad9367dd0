import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { AccountBody } from '../src/schemas/accounts'
import type { CallName } from '../src/schemas/contract'
import type { Meta } from '../src/schemas/system'
import type { DatabaseState } from './db/remembered'
import type { Database } from './db/schema'
import type { AccountAccess } from './features/accounts/access'
import type { Inbox } from './features/inbox/types'
import type { FactorRequiredOf } from './features/security/secondFactor.store'
import type { SessionMark } from './features/session/sessionMark.store'
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

/** What the routes work with; `main.ts` and the tests put it together. */
export interface AppDeps {
  db: Kysely<Database>
  state: DatabaseState
  /** Whether the database still lies where it was opened. */
  isInPlace(): boolean
  vault: Vault
  access: AccountAccess
  x: XClient
  /** Connecting by X's consent page; undefined where no app of the operator's own is configured. */
  connect?: { oauth2: XOAuth2; app: XApp }
  models: Models
  delivery: Delivery
  /** `unlimited` by default. */
  money?: Money
  /** `uncounted` by default. */
  modelMoney?: ModelMoney
  /** Told of watches that were switched; undefined where nothing reads mentions. */
  inbox?: Pick<Inbox, 'wake'>
  settings: Settings
  /** Remembers outside the database that sessions were ended. */
  sessionMark?: SessionMark
  /** How guesses of one account's password are slowed. */
  ceiling?: CeilingSizes
  /** Only where X is the local stand-in: accounts that it accepts, also as the import file. */
  sandbox?: {
    accounts(count: number, group: string): AccountBody[]
    csv(count: number): string
    /** The stand-in's sample posts are by whom a link says they are. */
    nameAuthor?(id: string, username: string): void
  }
  /** Calls of one operator per minute in place of `http/callLimits.ts`, for tests that make thousands. */
  callsPerMinute?: Partial<Record<CallName, number>>
  /** How often open streams are looked after; `server/http/taskStreams.ts` says the usual. */
  taskStreamTimes?: TaskStreamTimes
  /** Folder of the built console; absent where only the API is served. */
  consoleDir?: string
  /** Told of every call. With a token they are read beside the API, at `/metrics`. */
  metrics?: { metrics: Metrics; token: string | undefined }
  log?: Logger
}

export interface Settings {
  meta: Meta
  /** Whether posts are read with the app's own bearer token, not with an operator's account. */
  readPostsAsApp: boolean
  /** Whether the model provider is the local stand-in. */
  modelIsStandIn: boolean
  /** Whether drafts that do not pass the desk are written once more. */
  rewritesDrafts: boolean
  /** The most that any operator may do in a day; left out: no end. */
  allowances?: ServerAllowances
  passwordMin: number
  /** Who has to set up a second factor before anything else; left out: nobody. */
  factorRequiredOf?: FactorRequiredOf
  /** Whether the first operator may sign up where `meta.sign_up_open` is false. */
  firstSignUp?: boolean
  /** Whether the first operator signs up by the link that the start prints. */
  takesSetupLink?: boolean
  /** Names besides the loopback ones that the server answers to, without a port. */
  hostNames?: string[]
  replyRule: ReplyRule
  /** `mailto:` or `https:`; where vulnerabilities are reported. */
  securityContact?: string
  /** Where people reach this server; left out: whatever name they used, on this machine. */
  publicOrigin?: string
  /** The one other origin that a browser may call from. */
  corsOrigin?: string
  /** How many proxies stand before this server: the address and scheme of the caller come from their headers. */
  trustProxy: number
  /** How long no account must have been connected before X is asked about those that were: an import goes first. */
  quietMs: number
  /** How long after a 401 X is asked again: a fault of its own may be over by then, and the operator waits for it. */
  recheckMs: number
}
