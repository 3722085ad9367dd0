// node scripts/run.mjs FILE [ARG ...]: runs a TypeScript file of this repository on any supported Node.
import { resolve } from 'node:path'
import { createRunnableDevEnvironment, resolveConfig } from 'vite'

const [file, ...args] = process.argv.slice(2)
process.argv = [process.argv[0], resolve(file), ...args]

const consumer = { consumer: 'server', dev: { moduleRunnerTransform: true } }
const external = { external: true, mainFields: [], conditions: ['node'] }
const config = await resolveConfig(
  { configFile: false, logLevel: 'warn', environments: { inline: { ...consumer, resolve: external } } },
  'serve',
)
const environment = createRunnableDevEnvironment('inline', config, { runnerOptions: { hmr: false }, hot: false })
await environment.init()
// The environment stays open for later imports, unlike Vite's own `runnerImport`.
process.once('beforeExit', () => environment.close())
await environment.runner.import(resolve(file))
