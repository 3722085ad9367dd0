import { join } from 'node:path'
import { freePort, type Server, startServer } from './processes'

/** Servers that share a database must decrypt each other's credentials. */
export const sharedKey = Buffer.alloc(32, 7).toString('base64')

/**
 * Reserves ports for servers that share a database and a stand-in for X, and starts one of them as often as needed:
 * each has its own data folder in `folder`.
 */
export const createLauncher = async (
  count: number,
  folder: string,
  env: { DATABASE_URL: string; X_API_BASE_URL: string } & Record<string, string>,
): Promise<(index: number) => Promise<Server>> => {
  const ports: number[] = []
  for (let index = 0; index < count; index += 1) ports.push(await freePort())
  return (index) =>
    startServer({
      PORT: String(ports[index]),
      DATA_DIR: join(folder, `data${index}`),
      CREDENTIALS_KEY: sharedKey,
      X_TIMEOUT_SECONDS: '1',
      SETTLE_SECONDS: '2',
      PROOF_SECONDS: '10',
      ...env,
    })
}
