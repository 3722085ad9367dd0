import { completionBody, formatOf } from '../../sandbox/model/completion'
import { startModelStandIn } from '../../sandbox/model/standIn'
import { createModelClient } from '../../server/models/client'
import { ModelError } from '../../server/models/types'
import { sampleRole } from './serverFakes'

export interface Trial {
  drafts: number
  /** The reason why there are not three. */
  said: string
  formats: string[]
  ms: number
}

export type ProviderTrial = (behaviour: string, models?: string[]) => Promise<Trial>

export const startProviderTrials = async (): Promise<{ trial: ProviderTrial; close: () => Promise<void> }> => {
  const model = await startModelStandIn()
  const trial: ProviderTrial = async (provider, names = ['a']) => {
    const earlier = model.requests().length
    model.control({ provider })
    const client = createModelClient({ baseUrl: model.baseUrl, apiKey: model.apiKey, timeoutMs: 30_000 })
    const outcome = { drafts: 0, said: '' }
    const started = performance.now()
    for (const name of names) {
      const role = { ...sampleRole, thinking: 'provider' as const, model_name: name }
      const post = { text: 'We open our first shop on Saturday.', authorUsername: 'kiosk', authorName: 'Kiosk' }
      const brought = await client.generateReplies({ role, post, count: 3 }).catch((error: unknown) => {
        if (error instanceof ModelError) return error
        throw error
      })
      outcome.drafts = brought instanceof ModelError ? 0 : brought.replies.length
      outcome.said = brought instanceof ModelError ? brought.detail : (brought.incomplete ?? '')
    }
    const ms = performance.now() - started
    const formats = model.requests().slice(earlier)
    return { ...outcome, ms, formats: formats.map((body) => formatOf(completionBody.parse(body))) }
  }
  return { trial, close: model.close }
}
