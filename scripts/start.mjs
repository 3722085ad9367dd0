import { isBuilt } from './stamp.mjs'

if (!isBuilt()) await import('./build.mjs')
await import('../dist/server/main.js')
