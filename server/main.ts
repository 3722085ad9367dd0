import { setFlagsFromString } from 'node:v8'
import { readConfig } from './config'
import { watchEventLoop } from './jobs/watchdog'
import { createLog } from './log'
import { nodeProblem } from './nodeVersion'
import { product } from './product'
import { start } from './start'
import { stopOnSignals } from './stopOnSignals'

/** V8 keeps unused heap if the machine has free memory: without this flag, 50 % more than the server needs. */
setFlagsFromString('--heap-growing-percent=50')

const run = async () => {
  const config = readConfig(process.env)
  const log = createLog(config.LOG_LEVEL)
  const node = nodeProblem(process.versions.node)
  log.info(product, 'start: version')
  if (node) log.warn({ node: process.versions.node }, `start: Node ${process.versions.node}: ${node.words}`)
  let server: Awaited<ReturnType<typeof start>> | undefined
  stopOnSignals(log, () => server)

  server = await start(config, log)
  await server.started
  // Elsewhere a debugger may stop the event loop.
  if (process.env.NODE_ENV === 'production') watchEventLoop()
  console.log(`Auto Comment Bot: ${server.address}`)
  if (server.metricsAddress) console.log(`Metrics: ${server.metricsAddress}/metrics`)
  if (server.setup) {
    console.log(
      `Create the first operator with this link (valid once, until ${server.setup.expires_at}):\n${server.setup.link}`,
    )
  }
  if (server.sandbox) {
    console.log('Sandbox: X and the model provider are local stand-ins. Nothing leaves this machine.')
  } else if (server.modelIsStandIn) {
    console.log('X is real, but the model is a local stand-in, so its drafts cannot be sent. Set OPENAI_API_KEY.')
  }
}

/** @returns the messages of an error and of its causes. */
const reasonsOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonsOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message.replace(/\.$/, '')}: ${reasonsOf(error.cause)}`
}

run().catch((error: unknown) => {
  console.error(reasonsOf(error))
  process.exit(1)
})
