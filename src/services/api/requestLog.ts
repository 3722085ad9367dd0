export interface AnsweredCall {
  /** Ms since 1970. */
  at: number
  call: string
  ms: number
  /** Undefined if no answer came. */
  answer: Response | undefined
}

export interface RequestLog {
  note(call: AnsweredCall): void
  /** Oldest first. */
  read(): AnsweredCall[]
  forget(): void
}

export const createRequestLog = (most = 100): RequestLog => {
  let calls: AnsweredCall[] = []
  return {
    note: (call) => {
      calls = [...calls.slice(1 - most), call]
    },
    read: () => calls,
    forget: () => {
      calls = []
    },
  }
}
