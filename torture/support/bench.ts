import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Operator, signUp } from './operator'
import { end, freePort, type Server, type StandIn, startServer, startStandIn } from './processes'

export interface TortureBench {
  folder: string
  env: Record<string, string>
  standIn: StandIn
  operator: Operator
  server: Server
  restart(changed?: Record<string, string>): Promise<void>
  dispose(): Promise<void>
}

export const plenty = {
  createPost: 1e6,
  getPost: 1e6,
  getMe: 1e6,
  getUserPosts: 1e6,
  getMentions: 1e6,
  deletePost: 1e6,
  stream: 1e6,
  subscriptions: 1e6,
}

export const startBench = async (
  accountCount: number,
  env: Record<string, string> = {},
  wrapper: string[] = [],
): Promise<TortureBench> => {
  const folder = mkdtempSync(join(tmpdir(), 'acb-torture-'))
  const standIn = await startStandIn(join(folder, 'posts.jsonl'))
  await standIn.control({ limits: plenty, windowSeconds: 2 })
  const all = {
    PORT: String(await freePort()),
    DATA_DIR: join(folder, 'data'),
    X_API_BASE_URL: standIn.url,
    X_POST_BASE_URL: standIn.url,
    X_TIMEOUT_SECONDS: '2',
    SETTLE_SECONDS: '2',
    PROOF_SECONDS: '10',
    ...env,
  }
  const bench: TortureBench = {
    folder,
    env: all,
    standIn,
    server: await startServer(all, wrapper),
    operator: await signUp(() => `http://127.0.0.1:${all.PORT}`, accountCount),
    restart: async (changed = {}) => {
      bench.server = await startServer({ ...all, ...changed })
    },
    dispose: async () => {
      await end(bench.server.child, 'SIGKILL')
      await standIn.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return bench
}
