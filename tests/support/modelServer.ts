import { createServer, type RequestListener } from 'node:http'
import { createModelClient, type ModelClientOptions } from '../../server/models/client'
import { nameOf } from '../../server/models/provider'
import { joinProviders } from '../../server/models/providers'
import type { Models } from '../../server/models/types'
import { portOf } from './xServers'

/** A model provider on loopback with these answers. `close` also cuts unanswered calls. */
export const serveModels = async (answer: RequestListener): Promise<{ baseUrl: string; close(): void }> => {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    baseUrl: `http://127.0.0.1:${portOf(server)}/v1`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

export const modelsAt = (options: ModelClientOptions): Models =>
  joinProviders([{ name: nameOf(options), client: createModelClient(options) }])

/** A rate card as MODEL_PRICES has it: `gpt-test` costs more at the provider "Here". */
export const modelPrices = {
  as_of: '2026-10-02',
  source: 'a contract',
  usd_per_million_tokens: {
    'gpt-test': { input: '2', output: 8 },
    'Here/gpt-test': { input: '3', output: '9' },
  },
}
