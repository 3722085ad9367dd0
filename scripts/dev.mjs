import { spawn } from 'node:child_process'
import { relative } from 'node:path'
import { createServer } from 'vite'
import { restarting } from './restarting.mjs'

const port = Number(process.env.PORT ?? 3000)
const serverSources = /^(server|src\/schemas)\//

const startServer = () =>
  spawn(process.execPath, ['scripts/run.mjs', 'server/main.ts'], {
    stdio: 'inherit',
    env: { ...process.env, PORT: String(port) },
  })

const vite = await createServer({
  configFile: 'vite.config.ts',
  server: { proxy: { '/api': `http://127.0.0.1:${port}` } },
})
await vite.listen()
vite.printUrls()
const server = restarting(startServer)
vite.watcher.on('change', (file) => {
  if (serverSources.test(relative(process.cwd(), file))) server.restart()
})
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    server.stop()
    await vite.close()
    process.exit(0)
  })
}
