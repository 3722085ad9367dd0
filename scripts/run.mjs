// Runs a TypeScript file of this repository on any supported Node: `node scripts/run.mjs FILE [ARG ...]`.
import { resolve } from 'node:path'
import { runnerImport } from 'vite'

const [file, ...args] = process.argv.slice(2)
process.argv = [process.argv[0], resolve(file), ...args]
await runnerImport(resolve(file), { configFile: false, logLevel: 'warn' })
