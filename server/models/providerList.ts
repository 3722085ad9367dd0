import { z } from 'zod'
import { settingKey } from '../../src/schemas/gate/keys'
import { type Config, headerFields } from '../config'
import { jsonSetting } from '../jsonSetting'
import { nameOf, type Provider } from './provider'

const openAi = 'https://api.openai.com/v1'

const provider = z.strictObject({
  name: z.string().regex(/^\w[\w .-]{0,39}$/, 'must be a name of letters, digits, blanks and . - _, such as "Groq"'),
  base_url: z.url({ protocol: /^https?$/, error: 'must be an address, such as "https://api.groq.com/openai/v1"' }),
  api_key: z.optional(settingKey('api_key')),
  headers: headerFields.optional(),
})

const providers = z
  .array(provider)
  .max(20)
  .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, 'two providers have the same name')

export interface NamedProvider extends Provider {
  name: string
}

/**
 * Reads the configured providers. First comes the provider of `OPENAI_BASE_URL`, named by its host. `MODEL_PROVIDERS`
 * is JSON or the name of a file with JSON: `[{ "name": "Groq", "base_url": "https://api.groq.com/openai/v1", "api_key":
 * "...", "headers": {} }]`.
 *
 * @throws Error that names every wrong value, and no key.
 */
export const modelProvidersOf = ({
  OPENAI_BASE_URL,
  OPENAI_API_KEY: apiKey,
  OPENAI_HEADERS: headers,
  MODEL_PROVIDERS,
}: ModelConfig): NamedProvider[] => {
  const baseUrl = OPENAI_BASE_URL ?? (apiKey === undefined ? undefined : openAi)
  const more = MODEL_PROVIDERS === undefined ? [] : readProviders(MODEL_PROVIDERS)
  if (baseUrl === undefined) return more
  const name = nameOf({ baseUrl })
  if (more.some((each) => each.name === name)) {
    throw new Error(
      `Configuration: MODEL_PROVIDERS: ${name} is already the provider of OPENAI_BASE_URL: choose another name`,
    )
  }
  return [{ name, baseUrl, apiKey, ...(headers ? { headers } : {}) }, ...more]
}

type ModelConfig = Partial<Pick<Config, 'OPENAI_BASE_URL' | 'OPENAI_API_KEY' | 'OPENAI_HEADERS' | 'MODEL_PROVIDERS'>>

const readProviders = (value: string): NamedProvider[] =>
  jsonSetting('MODEL_PROVIDERS', value, providers).map(({ name, base_url, api_key, headers }) => ({
    name,
    baseUrl: base_url,
    apiKey: api_key,
    ...(headers ? { headers } : {}),
  }))
