import { spawn } from 'node:child_process'
import { relative } from 'node:path'
import { createServer } from 'vite'

const port = Number(process.env.PORT ?? 3000)
const serverSources = /^(server|src\/schemas)\//

let child
const startServer = () => {
  child = spawn(process.execPath, ['scripts/run.mjs', 'server/main.ts'], {
    stdio: 'inherit',
    env: { ...process.env, PORT: String(port) },
  })
}
const restartServer = () => {
  child.once('exit', startServer)
  child.kill('SIGTERM')
}

const vite = await createServer({
  configFile: 'vite.config.ts',
  server: { proxy: { '/api': `http://127.0.0.1:${port}` } },
})
await vite.listen()
vite.printUrls()
startServer()
vite.watcher.on('change', (file) => {
  if (serverSources.test(relative(process.cwd(), file))) restartServer()
})
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    child.kill('SIGTERM')
    await vite.close()
    process.exit(0)
  })
}
