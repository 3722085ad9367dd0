import type { Account } from '../schemas/accounts'
import type { Factor, LoginBody, ResetBody, SignUp } from '../schemas/auth'
import type { CallName, Contract } from '../schemas/contract'
import type { CsvContent, CsvRow, RejectedRow } from '../schemas/csvRows'
import type { CutImport } from '../schemas/cutImport'
import type { Draft } from '../schemas/draft'
import type { PasskeyAssertion, RequestOptions } from '../schemas/passkeySignIn'
import type { CreationOptions, PasskeyAttestation } from '../schemas/passkeys'
import type { Reply } from '../schemas/replies'
import type { Meta, TrailEntry } from '../schemas/system'
import type { Task } from '../schemas/tasks'
import type { Api } from './api'
import type { Changes } from './changes'
import type { Connectivity } from './connectivity'
import type { InboxSightStore } from './inboxSight'
import type { MessageStore } from './messageStore'
import type { Preferences } from './preferences'
import type { RequestLog } from './requestLog'
import type { TaskUpdates } from './taskNews'
import type { FollowTasks } from './taskStream'
import type { Typed } from './typed'

/** What the public pages need of the world outside the machines. */
export interface Services {
  session: Session
  /** The latest calls, for a problem that is reported. */
  requests: RequestLog
  register(signUp: SignUp): Promise<void>
  resetPassword(body: ResetBody): Promise<void>
  /** Fetches the code of all other services: only who signs in pays for it. */
  openConsole(): Promise<ConsoleServices>
}

/** What the console behind the login needs besides. */
export interface ConsoleServices {
  /** The calls of the contract that are asked for. */
  client: <N extends CallName>(calls: Pick<Contract, N>) => Pick<Api, N>
  /** What this browser keeps, and who is signed in: '' where that is not known. */
  storage: Storage
  operator: () => string
  /** False where the browser stores nothing for the page: the session ends with the page. */
  keepsSession(): boolean
  /** What the toasts and the tasks said lately. */
  messages: MessageStore
  /**
   * Told of every send, retry and decision that the server took: of which task, or undefined where a provider does not say
   * which one a send made, or where nobody waits for its end.
   */
  taskChanges: Changes<Task['id'] | undefined>
  /** Told when an import came to rest, and when a send was refused for the accounts or the group that the page said. */
  accountChanges: Changes<void>
  /** Told when somebody came on the do-not-reply list beside a mention, or an account is watched for or no more. */
  inboxChanges: Changes<void>
  /** Told once replies were asked of a model, whatever came of it. A trial tells nothing. */
  modelChanges: Changes<void>
  /** Told once all API tokens ended with the other sessions. */
  tokenEnds: Changes<void>
  typed: Typed
  /** The import that runs in this tab, for whoever finds the tab reloaded amid it. It holds no secret. */
  cutImports: { read(): CutImport | undefined; write(cut: CutImport): void; remove(): void }
  inboxSight: InboxSightStore
  passkeys: DevicePasskeys
  csv: { read(file: File): Promise<CsvContent> }
  /** Hands files to the person. */
  downloads: {
    csvTemplate(): Promise<void>
    /** `isUnsure`: the first of the unsent rows was sent, and its answer lost. */
    failedRows(rejected: RejectedRow[], unsent: CsvRow[], isUnsure: boolean): Promise<void>
    taskItems(task: Task): Promise<void>
    accounts(accounts: Account[]): Promise<void>
    activity(entries: TrailEntry[]): Promise<void>
  }
  /** Undefined where the page is not served from a secure origin. */
  clipboard: () => Pick<Clipboard, 'writeText'> | undefined
  preferences: Preferences
  connectivity: Connectivity
  /** Calls back whenever another path is in sight. Returns the function that stops it. */
  watchPath(listener: () => void): () => void
  /** Calls back whenever the address has another query, with its question mark. Returns the function that stops it. */
  watchQuery(listener: (query: string) => void): () => void
  /** Calls back at once and with each change whether somebody looks at the page. Returns the function that stops it. */
  watchSight(onSight: (isSeen: boolean) => void): () => void
  /** Told by the stream of the operator's tasks, which `followTasks` reads. */
  taskUpdates: TaskUpdates
  followTasks: FollowTasks
  /** Calls back whenever the person looks at the page again. Returns the function that stops it. */
  watchReturn(onReturn: () => void): () => void
  /** Leads the browser to a page that is not ours. */
  leaveFor(address: string): void
  /** Resolves with the defaults where the provider has no such call. */
  loadMeta(signal?: AbortSignal): Promise<Meta>
  /** What the server was when it was last asked, else the defaults. */
  lastMeta(): Meta
  /** Asks for these addresses below the API's base, because the operator is about to go where they are read. */
  readAhead(addresses: readonly string[]): void
  /** The address of what lies below the API's base, for a link. */
  addressOf(path: string): string
  /** Takes the errors that the screen stays silent about. */
  report(error: unknown): void
}

/** What the person's device does; the code for it comes when it is first asked for. */
export interface DevicePasskeys {
  create(options: CreationOptions, signal: AbortSignal): Promise<PasskeyAttestation>
  get(options: RequestOptions, signal: AbortSignal): Promise<PasskeyAssertion>
}

export interface Session {
  /** Whether somebody is signed in, as the browser keeps it now; his token is used from then on. */
  restore(): boolean
  /** @returns of which second factors one is asked for first: none of who is signed in by it. */
  logIn(body: LoginBody): Promise<{ factors: Factor[] }>
  answerCode(code: string): Promise<void>
  /** Rejects with the words of the browser's or the server's refusal; signs nobody in once it is aborted. */
  answerPasskey(signal: AbortSignal): Promise<void>
  /** With a passkey alone, which says whose it is. */
  signInByPasskey(body: Pick<LoginBody, 'remember_me'>, signal: AbortSignal): Promise<void>
  /** Forgets token, draft and open send keys at once, then tells the server, whose answer does not matter. */
  end(): Promise<void>
  /**
   * Calls back when the session ends or begins elsewhere: where somebody else takes this one over, there or by signing in
   * on this page, it ends, with '' for no place to return to, before theirs begins. `email`: of whom the server signed out,
   * where he signed in on this page. Returns the function that stops it.
   */
  watch(listener: {
    onExpired(at: string, email?: string): void
    onRestored(): void
    /** The server refuses what the page shows until the operator sets up a second factor under Your account. */
    onMustEnrol(): void
  }): () => void
}

/** What became of a draft: kept; not, for another tab's stands in its place; or not, for the browser keeps no more. */
export type Keeping = 'kept' | 'displaced' | 'refused'

export interface DraftStore {
  load(): Draft | undefined
  save(draft: Draft): Keeping
  clear(): void
  /**
   * Calls back with what became of the last one when another tab has changed its place, and which replies that tab says it
   * has sent. Returns the function that stops it.
   */
  watch(listener: (became: Keeping, sent: readonly Reply['reply_id'][]) => void): () => void
}

export interface SendKeys {
  /** Runs `attempt` with the idempotency key of `intent`: the same key again until the server has answered. */
  during<T>(intent: string, attempt: (key: string) => Promise<T>): Promise<T>
  clear(): void
}
