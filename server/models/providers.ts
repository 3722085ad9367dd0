import { messageOf } from '../messageOf'
import type { WarningLog } from '../quietly'
import { BudgetUsedUp, type ListedModel, type ModelClient, ModelError, type Models } from './types'
import * as modelsWords from './words'

/** A provider's client and its name for operators. */
export interface NamedClient {
  name: string
  client: ModelClient
}

/** `Groq: llama-3`: a provider's name and its name of the model. */
const ofProvider = /^(\w[\w .-]{0,39}): (.+)$/s

/**
 * Joins several providers. Models of the first provider keep their names; other names begin with the provider's name,
 * as in `Groq: llama-3`. If a provider's list fails, only its models are missing.
 */
export const joinProviders = (
  [first, ...others]: readonly [NamedClient, ...NamedClient[]],
  log: WarningLog = { warn: () => undefined },
): Models => {
  const all = [first, ...others]

  const partsOf = (named: string): { provider: string; model: string } => {
    const [, provider = first.name, model = named] = ofProvider.exec(named) ?? []
    return { provider, model }
  }
  const clientOf = (provider: string) => all.find(({ name }) => name === provider)?.client

  /** With several providers, a refusal names its provider. */
  const saidBy = (name: string, words: string) =>
    others.length === 0 ? words : words.replace(/\bThe model provider\b/, modelsWords.providerNamed(name))
  const naming = (name: string) => (error: unknown) => {
    if (!(error instanceof ModelError) || error instanceof BudgetUsedUp) throw error
    throw new ModelError(saidBy(name, error.detail), error.status, error.isModelGone)
  }

  const problems = new Map<string, string>()
  const listOf = async ({ name, client }: NamedClient, signal?: AbortSignal): Promise<ListedModel[]> => {
    const models = await client.listModels(signal).catch(naming(name))
    return models.map((model) => ({
      ...model,
      id: name === first.name ? model.id : `${name}: ${model.id}`,
      name: model.id,
      provider: name,
    }))
  }

  return {
    ownerOf(named) {
      const parts = partsOf(named)
      const client = clientOf(parts.provider)
      return client && { ...parts, context_tokens: client.contextTokens(parts.model) }
    },
    providers: () => all.map(({ name }) => ({ name, problem: problems.get(name) ?? null })),
    async listModels(signal) {
      const lists = await Promise.allSettled(all.map((each) => listOf(each, signal)))
      signal?.throwIfAborted()
      problems.clear()
      for (const [at, list] of lists.entries())
        if (list.status === 'rejected') problems.set(all[at]?.name ?? '', messageOf(list.reason))
      const failed = lists.flatMap((list) => (list.status === 'rejected' ? [list.reason] : []))
      if (failed.length === all.length) throw failed[0]
      for (const error of failed) log.warn({ reason: messageOf(error) }, modelsWords.listNotLoaded)
      return lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
    },
    async generateReplies(request, signal, ledger) {
      const { provider, model } = partsOf(request.role.model_name)
      const client = clientOf(provider)
      if (client === undefined) {
        throw new ModelError(modelsWords.noProvider(provider))
      }
      const role = { ...request.role, model_name: model }
      const written = await client.generateReplies({ ...request, role }, signal, ledger).catch(naming(provider))
      return written.incomplete === undefined
        ? written
        : { ...written, incomplete: saidBy(provider, written.incomplete) }
    },
  }
}
