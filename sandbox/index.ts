import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { startModelStandIn } from './model/standIn'
import { sandboxApp } from './x/oauth2'
import { offeredPosts } from './x/sampleScene'
import { startXStandIn } from './x/standIn'
import type { ReplyRule } from './x/summons'

export interface Sandbox {
  xBaseUrl: string
  xBearerToken: string
  /** The operator's own app there, for OAuth 2.0. */
  xApp: { clientId: string; clientSecret: string }
  /** Posts are at `${xPostBaseUrl}/{username}/status/{id}`. */
  xPostBaseUrl: string
  samplePosts: { mention: string; stranger: string }
  /** A link names the author of a sample post. */
  nameAuthor(id: string, username: string): void
  modelBaseUrl: string
  modelApiKey: string
  close(): Promise<void>
}

export interface SandboxOptions {
  /** The posts and ports are stored here, so that links to posts outlive a restart. */
  dataDir: string
  /** The rule that the stand-in for X enforces for replies. */
  replyRule?: ReplyRule
}

/** Starts the stand-ins for X and for the model provider, on their earlier ports if those are free. */
export const startSandbox = async ({ dataDir, replyRule = 'summoned' }: SandboxOptions): Promise<Sandbox> => {
  mkdirSync(dataDir, { recursive: true })
  const portsFile = join(dataDir, 'sandbox-ports.json')
  const wished = readPorts(portsFile)
  const x = await startXStandIn({
    port: wished.x,
    dataFile: join(dataDir, 'sandbox-posts.jsonl'),
    options: { replyRule },
  })
  const model = await startModelStandIn({ port: wished.model }).catch(async (error: unknown) => {
    await x.close()
    throw error
  })
  writeFileSync(portsFile, `${JSON.stringify({ x: x.port, model: model.port })}\n`)
  return {
    xBaseUrl: x.baseUrl,
    xBearerToken: x.bearerToken,
    xApp: sandboxApp,
    xPostBaseUrl: x.baseUrl,
    samplePosts: offeredPosts,
    nameAuthor: x.nameAuthor,
    modelBaseUrl: model.baseUrl,
    modelApiKey: model.apiKey,
    close: async () => {
      await Promise.all([x.close(), model.close()])
    },
  }
}

const port = z.int().min(0).max(65535)
const ports = z.object({ x: port, model: port })

const readPorts = (file: string): z.infer<typeof ports> => {
  try {
    return ports.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { x: 0, model: 0 }
  }
}
