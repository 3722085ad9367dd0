/** Runs one process at a time. The next starts once the current one has ended, however often it is requested. */
export const restarting = (start) => {
  let child = start()
  let isAwaited = false

  const startAgain = () => {
    isAwaited = false
    child = start()
  }

  return {
    restart: () => {
      if (isAwaited) return
      if (child.exitCode !== null || child.signalCode !== null) return startAgain()
      isAwaited = true
      child.once('exit', startAgain)
      child.kill('SIGTERM')
    },
    stop: () => {
      child.off('exit', startAgain)
      child.kill('SIGTERM')
    },
  }
}
