import type { Account } from '../schemas/accounts/accounts'
import type { CsvContent, CsvRow, RejectedRow } from '../schemas/accounts/csvRows'
import type { CutImport } from '../schemas/accounts/cutImport'
import type { Draft } from '../schemas/composer/draft'
import type { Reply } from '../schemas/composer/replies'
import type { CallName, Contract } from '../schemas/contract'
import type { Task } from '../schemas/history/tasks'
import type { CreationOptions, PasskeyAttestation } from '../schemas/security/passkeys'
import type { Factor, LoginBody, ResetBody, SignUp } from '../schemas/session/auth'
import type { PasskeyAssertion, RequestOptions } from '../schemas/session/passkeySignIn'
import type { TrailEntry } from '../schemas/system'
import type { Api } from './api/api'
import type { MetaReader } from './api/meta'
import type { RequestLog } from './api/requestLog'
import type { TaskUpdates } from './api/taskNews'
import type { FollowTasks } from './api/taskStream'
import type { Changes } from './changes'
import type { ChosenFiles } from './chosenFiles'
import type { Connectivity } from './connectivity'
import type { InboxViewStore } from './storage/inboxView'
import type { MessageStore } from './storage/messageStore'
import type { Preferences } from './storage/preferences'
import type { Typed } from './typed'

/** The world outside the machines, as the public pages need it. */
export interface Services {
  session: Session
  /** The latest calls, for problem reports. */
  requests: RequestLog
  meta: MetaReader
  register(signUp: SignUp): Promise<void>
  resetPassword(body: ResetBody): Promise<void>
  /** Loads the code of the other services, which the public pages do not download. */
  openConsole(): Promise<ConsoleServices>
}

/** `hold`: milliseconds in which the send can be taken back. Undefined if the provider reports no outcome. */
export type Sent = { task_id: Task['id']; hold: number } | undefined

export interface ConsoleServices extends MetaReader {
  client: <N extends CallName>(calls: Pick<Contract, N>) => Pick<Api, N>
  /** `operator` returns '' if unknown. */
  storage: Storage
  operator: () => string
  /** False if the browser stores nothing, so the session ends with the page. */
  keepsSession(): boolean
  /** Recent messages of toasts and tasks. */
  messages: MessageStore
  /**
   * Every send, retry and decision that the server accepted. Undefined if the provider does not name the task, or
   * nobody waits for its end.
   */
  taskChanges: Changes<Task['id'] | undefined>
  /** Every send that the server accepted. */
  sends: Changes<Sent>
  /** An import ended, or the server refused a send because of its accounts or group. */
  accountChanges: Changes<void>
  /** The do-not-reply list or the subscriptions changed. */
  inboxChanges: Changes<void>
  /** Replies were requested of a model, with any outcome, except in a trial. */
  modelChanges: Changes<void>
  /** The operator's other sessions, API tokens and links ended. */
  tokenChanges: Changes<void>
  typed: Typed
  /** The running import of this tab, to be shown after a reload. It contains no secret. */
  cutImports: { read(): CutImport | undefined; write(cut: CutImport): void; remove(): void }
  inboxView: InboxViewStore
  passkeys: DevicePasskeys
  files: ChosenFiles
  csv: { read(file: File): Promise<CsvContent> }
  downloads: {
    csvTemplate(): Promise<void>
    /** `isUnsure`: the first unsent row was sent, and its answer was lost. */
    failedRows(rejected: RejectedRow[], unsent: CsvRow[], isUnsure: boolean): Promise<void>
    taskItems(task: Task): Promise<void>
    accounts(accounts: Account[]): Promise<void>
    activity(entries: TrailEntry[]): Promise<void>
  }
  /** Undefined on pages that are not served from a secure origin. */
  clipboard: () => Pick<Clipboard, 'writeText'> | undefined
  preferences: Preferences
  connectivity: Connectivity
  /** Returns a function that stops watching. */
  watchPath(listener: () => void): () => void
  /** `query` has its question mark. Returns a function that stops watching. */
  watchQuery(listener: (query: string) => void): () => void
  /** Calls back at once and after each change of the page's visibility. Returns a function that stops watching. */
  watchVisibility(onChange: (isSeen: boolean) => void): () => void
  /** Reports from the stream that `followTasks` reads. */
  taskUpdates: TaskUpdates
  followTasks: FollowTasks
  /** Calls back whenever the operator returns to the page. Returns a function that stops watching. */
  watchReturn(onReturn: () => void): () => void
  /** For pages outside the console. */
  leaveFor(address: string): void
  /** Requests addresses below the API's base early, because the operator is about to open the page that reads them. */
  readAhead(addresses: readonly string[]): void
  /** `path` is relative to the API's base. */
  addressOf(path: string): string
  /** For errors that the screen does not explain. */
  report(error: unknown): void
}

/** The code is loaded with the first use. */
export interface DevicePasskeys {
  create(options: CreationOptions, signal: AbortSignal): Promise<PasskeyAttestation>
  get(options: RequestOptions, signal: AbortSignal): Promise<PasskeyAssertion>
}

export interface Session {
  /** Returns true if the browser has a stored session, and uses its token from now on. */
  restore(): boolean
  /** @returns the second factors that may complete the sign-in; empty if it is complete */
  logIn(body: LoginBody): Promise<{ factors: Factor[] }>
  answerCode(code: string): Promise<void>
  /** Rejects with the reason of the browser or the server. An abort prevents the sign-in. */
  answerPasskey(signal: AbortSignal): Promise<void>
  /** Sign-in without email and password. An abort prevents it. */
  signInByPasskey(body: Pick<LoginBody, 'remember_me'>, signal: AbortSignal): Promise<void>
  /**
   * Deletes token, draft and open send keys at once, then revokes the token on the server. Its answer does not matter.
   */
  end(): Promise<void>
  /**
   * Calls back when the session ends or begins elsewhere. If another operator signs in, in another tab or on this page,
   * the old session first ends with `at` ''. `email`: the operator whose session the server ended, if they signed in on
   * this page. Returns a function that stops watching.
   */
  watch(listener: {
    onExpired(at: string, email?: string): void
    onRestored(): void
    /** The server refuses everything until the operator sets up a second factor. */
    onMustEnrol(): void
  }): () => void
}

/** `displaced`: another tab's draft has replaced it. `refused`: the browser's storage is full or forbidden. */
export type Keeping = 'stored' | 'displaced' | 'refused'

export interface DraftStore {
  load(): Draft | undefined
  save(draft: Draft): Keeping
  clear(): void
  /**
   * Calls back after another tab changed the stored draft, with the fate of this tab's last draft and the replies that
   * the other tab has sent. Returns a function that stops watching.
   */
  watch(listener: (became: Keeping, sent: readonly Reply['reply_id'][]) => void): () => void
}

export interface SendKeys {
  /** Uses the same idempotency key for the same `intent` until the server has answered. */
  during<T>(intent: string, attempt: (key: string) => Promise<T>): Promise<T>
  clear(): void
}
