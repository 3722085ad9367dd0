import { type ModelSpending, type ModelTotal, priceOfTokens } from '../schemas/models'
import { dollars, type Price } from '../schemas/money'
import { repliesPerCall } from '../schemas/replies'
import type { Role, TokenPrice } from '../schemas/roles'
import { estimatedTokens, tokensOfRules, tokensPerReply } from '../schemas/tokens'
import { effectiveBudget } from './money'

interface Tokens {
  input_tokens: number
  output_tokens: number
  /** Whether nobody counted some of them. */
  is_estimated: boolean
}

/** "1,904 tokens in, 37 out", with what of it nobody counted. */
export const tokensText = ({ input_tokens, output_tokens, is_estimated }: Tokens): string => {
  const [input, output] = [input_tokens, output_tokens].map((count) => count.toLocaleString('en'))
  return is_estimated ? `about ${input} tokens in, ${output} out (estimated)` : `${input} tokens in, ${output} out`
}

export const priceText = (price: Price): string => (price === null ? 'price not known' : dollars(price))

/** "0.8 s", "12 s" */
export const secondsText = (ms: number): string =>
  ms < 9_950 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`

/** "$0.15 in, $0.60 out per million tokens" */
export const tokenPriceText = ({ input, output }: TokenPrice): string =>
  `${dollars(input)} in, ${dollars(output)} out per million tokens`

/** "$0.43, and 2 calls without a known price" */
export const costText = ({ charged, unpriced, calls }: ModelTotal): string => {
  const unknown = `${unpriced === 1 ? '1 call' : `${unpriced} calls`} without a known price`
  if (unpriced === 0) return dollars(charged)
  return unpriced === calls ? unknown : `${dollars(charged)}, and ${unknown}`
}

/** What a generation may take: the character and the post with each call, and in later ones the drafts so far. */
export const tokensOfGeneration = (role: Role, postText: string, count: number): { input: number; output: number } => {
  const calls = Math.ceil(count / repliesPerCall)
  const told = tokensOfRules + estimatedTokens(JSON.stringify(role)) + estimatedTokens(postText)
  const repeated = Array.from({ length: calls }, (_, at) => Math.min(at * repliesPerCall, 100) * tokensPerReply)
  return {
    input: calls * told + repeated.reduce((sum, each) => sum + each, 0),
    output: count * tokensPerReply,
  }
}

/** "Preview takes about 1,900 tokens of gpt-4o-mini: $0.0004.", and whether the budget reaches for it. */
export const generationText = (
  spending: ModelSpending,
  { role, postText, count }: { role: Role; postText: string; count: number },
): string => {
  const tokens = tokensOfGeneration(role, postText, count)
  const model = role.model_name
  const price = priceOfTokens(
    spending.prices.find((each) => each.model === model),
    tokens,
  )
  const total = rounded(tokens.input + tokens.output).toLocaleString('en')
  const cost = price === null ? ', at a price that is not known' : `: ${dollars(rounded(price))}`
  return `Preview takes about ${total} tokens of ${model}${cost}.${beyond(spending, price)}`
}

/** An estimate has two figures. */
const rounded = (value: number): number => Number(value.toPrecision(2))

const beyond = (spending: ModelSpending, price: Price): string => {
  const daily = effectiveBudget(spending)
  if (daily === null) return ''
  const left = Math.max(0, daily - spending.today.charged)
  return left < (price ?? 1) ? ` Of today's model budget ${dollars(left)} is left: it will be refused.` : ''
}
