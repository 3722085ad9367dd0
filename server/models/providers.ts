import { BudgetUsedUp, type ListedModel, type ModelClient, ModelError } from './types'

/** One provider's client, by the name that operators know it by. */
export interface NamedClient {
  name: string
  client: ModelClient
}

/** `Groq: llama-3`: a provider's name, and what it calls the model. */
const ofProvider = /^(\w[\w .-]{0,39}): (.+)$/s

/**
 * Several providers as one: the first one's models keep their names, those of the others begin with the provider's, as
 * `Groq: llama-3`. A provider whose list does not come leaves out its own models alone.
 */
export const joinProviders = (
  [first, ...others]: readonly [NamedClient, ...NamedClient[]],
  log: { warn(fields: object, message: string): void } = { warn: () => undefined },
): ModelClient => {
  const all = [first, ...others]

  const providerOf = (named: string): NamedClient & { model: string } => {
    const [, name = '', model = ''] = ofProvider.exec(named) ?? []
    if (model === '') return { ...first, model: named }
    const provider = all.find((each) => each.name === name)
    if (provider) return { ...provider, model }
    throw new ModelError(`No model provider is called “${name}” here: choose another model for this character`)
  }

  /** Where it could be anybody's, a provider's refusal names it. */
  const saidBy = (name: string, words: string) =>
    others.length === 0 ? words : words.replace(/^The model provider\b/, `The model provider ${name}`)
  const naming = (name: string) => (error: unknown) => {
    if (!(error instanceof ModelError) || error instanceof BudgetUsedUp) throw error
    throw new ModelError(saidBy(name, error.detail), error.status)
  }

  const listOf = async ({ name, client }: NamedClient, signal?: AbortSignal): Promise<ListedModel[]> => {
    const models = await client.listModels(signal).catch(naming(name))
    return models.map(({ id }) => ({ id: name === first.name ? id : `${name}: ${id}`, name: id, provider: name }))
  }

  return {
    async listModels(signal) {
      const lists = await Promise.allSettled(all.map((each) => listOf(each, signal)))
      signal?.throwIfAborted()
      const failed = lists.flatMap((list) => (list.status === 'rejected' ? [list.reason] : []))
      if (failed.length === all.length) throw failed[0]
      for (const error of failed) log.warn({ reason: String(error) }, 'the models of one provider are not listed')
      return lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
    },
    async generateReplies(request, signal, ledger) {
      const { name, client, model } = providerOf(request.role.model_name)
      const role = { ...request.role, model_name: model }
      const written = await client.generateReplies({ ...request, role }, signal, ledger).catch(naming(name))
      return written.incomplete === undefined ? written : { ...written, incomplete: saidBy(name, written.incomplete) }
    },
  }
}
