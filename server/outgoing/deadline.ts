/** Says that a deadline passed. */
export class DeadlinePassed extends Error {
  constructor(readonly ms: number) {
    super(`no answer within ${ms / 1000} s`)
    this.name = 'DeadlinePassed'
  }
}

/**
 * Runs what obeys a signal that is aborted after `ms` with `DeadlinePassed`, or with the reason of `caller` as soon as
 * that one is.
 *
 * Not `AbortSignal.timeout` or `AbortSignal.any`: nothing but their listeners' targets may hold them, so that a busy
 * garbage collector takes the deadline away. A timer of Node holds what it calls until it is cleared.
 */
export const within = async <T>(
  ms: number,
  caller: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new DeadlinePassed(ms)), ms)
  const leave = () => controller.abort(caller?.reason)
  caller?.addEventListener('abort', leave, { once: true })
  if (caller?.aborted) leave()
  try {
    return await run(controller.signal)
  } finally {
    clearTimeout(timer)
    caller?.removeEventListener('abort', leave)
  }
}
