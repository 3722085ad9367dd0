import { spawnSync } from 'node:child_process'
import { isBuilt } from '../build/stamp.mjs'

// The bundler needs 800 MB, which the server would keep if the build ran in its process.
if (!isBuilt()) {
  const { status } = spawnSync(process.execPath, ['build/build.mjs'], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
await import('../dist/server/main.js')
