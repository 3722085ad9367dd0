import { estimatedTokens, isTooLong, tokensPerReply } from '../../src/schemas/tokens'
import { minuteMs } from '../clock'
import type { Message } from './prompt'
import { type ListedModel, ModelError } from './types'
import * as words from './words'

/** A prompt that is shorter fits into any model: the list is not read for it. */
const longPrompt = 3_000

export interface Windows {
  /** @returns undefined where no list of this provider has said it. */
  of(model: string): number | undefined
  keep(models: readonly ListedModel[]): void
  /** @throws ModelError 413 for a prompt that the model does not take; the list is read for the first long one, where it does not come once a minute. */
  assertFits(
    asked: { model: string; messages: readonly Message[]; replies: number },
    readList: () => Promise<void>,
  ): Promise<void>
}

/** How many tokens the models of a provider take, prompt and answer together, as its lists say. */
export const createWindows = (): Windows => {
  const known = new Map<string, number>()
  let isRead = false
  let readAgainAt = 0
  return {
    of: (model) => known.get(model),
    keep(models) {
      isRead = true
      for (const { id, context_tokens } of models) if (context_tokens !== undefined) known.set(id, context_tokens)
    },
    async assertFits({ model, messages, replies }, readList) {
      const tokens = messages.reduce((sum, { content }) => sum + estimatedTokens(content), replies * tokensPerReply)
      if (tokens < longPrompt) return
      if (!isRead && Date.now() >= readAgainAt) {
        readAgainAt = Date.now() + minuteMs
        await readList()
      }
      const most = known.get(model)
      if (most !== undefined && isTooLong(tokens, most)) throw new ModelError(tooLong(model, tokens, most), 413)
    },
  }
}

const tooLong = (model: string, tokens: number, most: number): string =>
  words.promptTooLong(Number(tokens.toPrecision(2)).toLocaleString('en'), model, most.toLocaleString('en'))
