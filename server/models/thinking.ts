import type { OwnRole as Role } from '../../src/schemas/characters/roles'
import { withoutName } from './gone'
import { endpoint, type Provider } from './provider'
import type { Refusal } from './refusals'

export type Thinking = NonNullable<Role['thinking']>

const efforts = { off: ['none', 'minimal', 'low'], low: ['low'] } as const

const isHost = (hostname: string, domain: string) => hostname === domain || hostname.endsWith(`.${domain}`)

/** Fields that reduce thinking, the strictest first. The last one leaves the amount to the provider. */
export const thinkingFields = (provider: Pick<Provider, 'baseUrl'>, thinking: Thinking = 'provider'): object[] => {
  if (thinking === 'provider') return [{}]
  const { hostname } = endpoint(provider, '/chat/completions')
  if (thinking === 'off' && isHost(hostname, 'api.deepseek.com')) return [{ thinking: { type: 'disabled' } }, {}]
  const isRouter = isHost(hostname, 'openrouter.ai')
  return [
    ...efforts[thinking].map((effort) => (isRouter ? { reasoning: { effort } } : { reasoning_effort: effort })),
    {},
  ]
}

/** "Not supported by reasoning models" is about the model, and a model's name may contain such a word. */
const namesThinking = /reasoning(?![\s-]+models?\b)|thinking(?![\s-]+models?\b)|effort/i

type Refused = Refusal & { realStatus: number }

const allOf = ({ words = '', codes, param }: Refused) => [words, ...codes, param].join(' ')

/** The model did not write, so the refusal was free. */
const isFree = ({ written, isLate }: Refused) => written === undefined && !isLate

export const refusesThinking = (refusal: Refused, model: string): boolean =>
  [400, 404, 422].includes(refusal.realStatus) &&
  isFree(refusal) &&
  namesThinking.test(withoutName(allOf(refusal), model))

/** True if the reason of a refusal is unknown, so that only the same request without the thinking field can show it. */
export const mayRefuseThinking = (refusal: Refused): boolean =>
  isFree(refusal) &&
  ([400, 422].includes(refusal.realStatus) || (refusal.realStatus === 404 && /parameters/i.test(allOf(refusal)))) &&
  !/response_?format|json_(?:schema|object|validate)|alternat|\broles?\b/i.test(allOf(refusal))
