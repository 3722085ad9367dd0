import { estimatedTokens, isTooLong, tokensPerReply } from '../../src/schemas/characters/tokens'
import { minuteMs } from '../time/clock'
import type { Message } from './prompt/prompt'
import { type ListedModel, ModelError } from './types'
import * as words from './words'

/** Tokens. A shorter prompt fits into any model, so the list of models is not needed. */
const longPrompt = 3_000

export interface Windows {
  /** @returns undefined if no list contained the limit. */
  of(model: string): number | undefined
  keep(models: readonly ListedModel[]): void
  /**
   * Reads the list of models for the first long prompt, and after a failure at most once a minute.
   *
   * @throws ModelError 413 for a prompt that is too long for the model.
   */
  assertFits(
    asked: { model: string; messages: readonly Message[]; replies: number },
    readList: () => Promise<void>,
  ): Promise<void>
}

/** Remembers from lists how many tokens each model accepts, prompt and answer together. */
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
