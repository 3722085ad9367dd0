/** A call that was answered, or could not be. */
export interface AnsweredCall {
  /** Ms since 1970, when it was sent. */
  at: number
  /** Its name in the contract. */
  call: string
  ms: number
  /** Undefined where none came. */
  answer: Response | undefined
}

export interface RequestLog {
  note(call: AnsweredCall): void
  /** The latest, oldest first. */
  read(): AnsweredCall[]
  forget(): void
}

export const createRequestLog = (kept = 100): RequestLog => {
  let calls: AnsweredCall[] = []
  return {
    note: (call) => {
      calls = [...calls.slice(1 - kept), call]
    },
    read: () => calls,
    forget: () => {
      calls = []
    },
  }
}
