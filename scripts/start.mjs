import { spawnSync } from 'node:child_process'
import { isBuilt } from '../build/stamp.mjs'

// The bundler takes 800 MB, which a server would keep if it built in its own process.
if (!isBuilt()) {
  const { status } = spawnSync(process.execPath, ['build/build.mjs'], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
await import('../dist/server/main.js')
