import { z } from 'zod'
import { jsonOf } from '../rateCards'
import type { Provider } from './provider'

const provider = z.strictObject({
  name: z.string().regex(/^\w[\w .-]{0,39}$/, 'must be a name of letters, digits, blanks and . - _, such as "Groq"'),
  base_url: z.url({ protocol: /^https?$/, error: 'must be an address, such as "https://api.groq.com/openai/v1"' }),
  api_key: z.string().min(1).optional(),
  headers: z.record(z.string().regex(/^[!#$%&'*+.^_`|~\w-]+$/), z.string().regex(/^[\t -~]*$/)).optional(),
})

const providers = z
  .array(provider)
  .max(20)
  .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, 'two have the same name')

export interface NamedProvider extends Provider {
  name: string
}

/**
 * Providers from JSON: `[{ "name": "Groq", "base_url": "https://api.groq.com/openai/v1", "api_key": "...", "headers": {} }]`.
 *
 * @throws Error that names what is wrong, and no key.
 */
export const readProviders = (text: string): NamedProvider[] => {
  const parsed = providers.safeParse(jsonOf(text, 'MODEL_PROVIDERS'))
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the whole'}: ${message}`)
    throw new Error(`Configuration: MODEL_PROVIDERS: ${problems.join('; ')}`)
  }
  return parsed.data.map(({ name, base_url, api_key, headers }) => ({
    name,
    baseUrl: base_url,
    apiKey: api_key,
    ...(headers ? { headers } : {}),
  }))
}
