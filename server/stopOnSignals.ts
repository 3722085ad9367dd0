import type { Logger } from 'pino'

/**
 * Ends the process after its server has stopped: with 0 on a signal, with 1 on an error that nothing handles.
 *
 * @param serverOf returns undefined until the server listens.
 */
export const stopOnSignals = (log: Logger, serverOf: () => { stop(): Promise<void> } | undefined): void => {
  let stopping = false
  const stop = (exitCode: number) => {
    if (stopping) return
    stopping = true
    const server = serverOf()
    // Before the server listens, nothing is in flight. Linux ends process 1 of a container by no signal without a
    // handler.
    if (!server) process.exit(exitCode)
    server.stop().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.error({ err: error }, 'server: stopped with an error')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const) {
    process.on(signal, () => {
      log.info({ signal }, 'server: stopping')
      stop(0)
    })
  }
  // Unhandled rejections arrive here too. The state of the process may be wrong, so only a new process is safe.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'server: stopping after an unhandled error')
    stop(1)
  })
}
