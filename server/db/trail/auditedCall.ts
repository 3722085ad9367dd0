import { AsyncLocalStorage } from 'node:async_hooks'

/** The call during which a line is written to the audit trail. */
export interface AuditedCall {
  address: string
  /** Undefined before sign-in, and for an API token. */
  session: number | undefined
}

const calls = new AsyncLocalStorage<AuditedCall>()

export const duringCall = <T>(call: AuditedCall, work: () => T): T => calls.run(call, work)

/** Undefined on the command line. */
export const currentCall = (): AuditedCall | undefined => calls.getStore()
