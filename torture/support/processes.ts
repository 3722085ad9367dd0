import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { Bill } from '../../sandbox/x/bill'
import type { Control } from '../../sandbox/x/control'
import type { TokenEvent } from '../../sandbox/x/oauth2'
import type { LoggedRequest } from '../../sandbox/x/standIn'
import type { StoredPost } from '../../sandbox/x/store'
import { end, launch, serverSaid } from '../../tests/support/processes'

export { end }

/** Starts a process and waits for the line with its address. */
export const startUntil = async (command: string[], env: NodeJS.ProcessEnv, said: RegExp) => {
  const { child, lines, url } = launch(command, { ...process.env, ...env }, said)
  return { child, url: await url, printed: lines }
}

const tsx = (file: string, ...args: string[]) => [process.execPath, 'scripts/run.mjs', file, ...args]

export interface StandIn {
  url: string
  control(change: Control): Promise<void>
  posts(): Promise<StoredPost[]>
  requests(): Promise<LoggedRequest[]>
  tokens(): Promise<TokenEvent[]>
  bill(): Promise<Bill>
  mentionsOf(userId: string): Promise<string[]>
  /** Refuses connections until `resume`; keeps its data. */
  close(): Promise<void>
  reopen(): Promise<void>
}

export const startStandIn = async (dataFile: string): Promise<StandIn> => {
  const port = await freePort()
  const launch = () =>
    startUntil(tsx('torture/support/standInProcess.ts', String(port), dataFile), {}, /(http:\/\/\S+)$/)
  let running = await launch()
  const read = async (path: string) => (await fetch(`${running.url}/__control/${path}`)).json()
  return {
    url: running.url,
    control: async (change) => {
      const answer = await fetch(`${running.url}/__control`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(change),
      })
      if (!answer.ok) throw new Error(await answer.text())
    },
    posts: () => read('posts'),
    requests: () => read('requests'),
    tokens: () => read('tokens'),
    bill: () => read('bill'),
    mentionsOf: (userId) => read(`mentions/${userId}`),
    close: async () => {
      await end(running.child, 'SIGTERM')
    },
    reopen: async () => {
      running = await launch()
    },
  }
}

export interface Server {
  url: string
  child: ChildProcess
  printed: string[]
}

/** The built server; `TORTURE_SERVER` names another build. */
export const serverCommand = (): string[] => {
  const file = process.env.TORTURE_SERVER ?? 'dist/server/main.js'
  if (!existsSync(file)) throw new Error(`${file} is missing: npm run build`)
  return [process.execPath, file]
}

/** X's rule about replies is off, unless a run needs it. */
const anyPost = { X_REPLY_RULE: 'open' }

export const startServer = async (env: Record<string, string>, wrapper: string[] = []): Promise<Server> =>
  startUntil([...wrapper, ...serverCommand()], { LOG_LEVEL: 'warn', ...anyPost, ...env }, serverSaid)

/** Does not wait until the server serves. `spoke` is fulfilled with its first line, or once it has ended. */
export const launchServer = (env: Record<string, string>): { child: ChildProcess; spoke: Promise<unknown> } => {
  const [program = '', ...args] = serverCommand()
  const child = spawn(program, args, {
    env: { ...process.env, LOG_LEVEL: 'silent', ...anyPost, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return { child, spoke: Promise.race([once(child.stdout, 'data'), once(child, 'exit')]) }
}

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}

/** `--name value` of the command line. */
export const option = (name: string, fallback: string): string => {
  const index = process.argv.indexOf(`--${name}`)
  return (index < 0 ? undefined : process.argv[index + 1]) ?? fallback
}

/** `/proc/PID/stat` counts in this unit on every Linux that Node supports (man7.org, proc_pid_stat.5). */
const ticksPerSecond = 100

/** Seconds of processor time of a process, user and system, on Linux. */
export const processorSeconds = (pid: number | undefined): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}
