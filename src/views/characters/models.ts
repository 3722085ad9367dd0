import { type ModelSpending, priceOfTokens, type TokenPrice } from '../../schemas/characters/models'
import type { Role } from '../../schemas/characters/roles'
import { isTooLong, tokensOfPrompt, tokensPerReply } from '../../schemas/characters/tokens'
import * as words from '../../schemas/composer/composer.words'
import { repliesPerCall } from '../../schemas/composer/replies'
import { writingCost } from '../../schemas/history/history.words'
import { dollars, type ModelTotal, type Price } from '../../schemas/usage/money'
import * as usageWords from '../../schemas/usage/usage.words'
import { leftOf } from '../usage/money'

type Tokens = Pick<ModelTotal, 'input_tokens' | 'output_tokens' | 'is_estimated'>

export const tokensText = ({ input_tokens, output_tokens, is_estimated }: Tokens): string =>
  usageWords.tokens(input_tokens, output_tokens, is_estimated)

export const priceText = (price: Price): string => (price === null ? usageWords.priceNotKnown : dollars(price))

/** "0.8 s", "12 s" */
export const secondsText = (ms: number): string => {
  if (ms < 50) return usageWords.underTenthOfSecond
  return ms < 9_950 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`
}

export const tokenPriceText = ({ input, output }: TokenPrice): string =>
  usageWords.tokenPrice(dollars(input), dollars(output))

/** "$0.43, and 2 calls without a known price" */
export const costText = ({ charged, unpriced, calls }: ModelTotal): string => {
  const unknown = usageWords.callsWithoutPrice(unpriced)
  if (unpriced === 0) return dollars(charged)
  return unpriced === calls ? unknown : `${dollars(charged)}, and ${unknown}`
}

export const writingText = (models: ModelTotal): string | undefined => {
  const { calls, unpriced } = models
  if (calls === 0) return undefined
  return writingCost(calls, unpriced === calls ? undefined : costText(models), tokensText(models))
}

/**
 * Tokens of a generation and of its longest call. Each call contains the character and the post; later calls contain
 * the earlier drafts too.
 */
const tokensOfGeneration = (role: Role, postText: string, count: number) => {
  const calls = Math.ceil(count / repliesPerCall)
  const perCall = Math.min(count, repliesPerCall)
  const tokens = tokensOfPrompt({ role, postText, count: perCall })
  const repeated = Array.from({ length: calls }, (_, at) => Math.min(at * repliesPerCall, 100) * tokensPerReply)
  return {
    input: calls * tokens + repeated.reduce((sum, each) => sum + each, 0),
    output: count * tokensPerReply,
    longest: tokens + (repeated.at(-1) ?? 0) + perCall * tokensPerReply,
  }
}

export const generationText = (
  spending: ModelSpending,
  { role, postText, count }: { role: Role; postText: string; count: number },
): string => {
  const tokens = tokensOfGeneration(role, postText, count)
  const model = role.model_name
  const known = spending.characters.find((each) => each.role_id === role.id && each.model === model)
  const price = priceOfTokens(known?.price ?? undefined, tokens)
  const cost = price === null ? undefined : dollars(rounded(price))
  return [
    words.previewCost(rounded(tokens.input + tokens.output), model, cost),
    ...tooLong(tokens.longest, known?.context_tokens ?? null),
    ...beyond(spending, price),
  ].join(' ')
}

const tooLong = (tokens: number, most: number | null): string[] =>
  most !== null && isTooLong(tokens, most) ? [words.promptTooLong(rounded(tokens), most)] : []

/** An estimate has two figures. */
const rounded = (value: number): number => Number(value.toPrecision(2))

const beyond = (spending: ModelSpending, price: Price): string[] => {
  const left = leftOf(spending.budget, spending.today.charged)
  return left !== null && left < (price ?? 1) ? [words.beyondModelBudget(dollars(left))] : []
}
