import { isBuilt } from '../build/stamp.mjs'

if (!isBuilt()) await import('../build/build.mjs')
await import('../dist/server/main.js')
