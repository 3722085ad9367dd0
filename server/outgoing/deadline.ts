export class DeadlinePassed extends Error {
  constructor(readonly ms: number) {
    super(`no answer within ${ms / 1000} s`)
    this.name = 'DeadlinePassed'
  }
}

/**
 * Runs work with a signal that is aborted after `ms` with `DeadlinePassed`, or earlier with the reason of `caller`.
 *
 * `AbortSignal.timeout` and `AbortSignal.any` do not work here: only the targets of their listeners keep them alive, so
 * a busy garbage collector can remove the deadline. A Node timer keeps its callback until it is cleared.
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
