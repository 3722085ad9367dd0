import type { AccountForm } from './accountForm'
import { credentialNames } from './accounts'

type FieldName = keyof AccountForm

/** What X, its examples and common libraries call each of the fields, without what separates the words. */
const names: Record<FieldName, readonly string[]> = {
  username: ['username', 'handle', 'screenname', 'account'],
  client_id: ['clientid', 'oauth2clientid', 'oauth20clientid', 'oauthclientid'],
  client_secret: ['clientsecret', 'oauth2clientsecret', 'oauth20clientsecret', 'oauthclientsecret'],
  api_key: ['apikey', 'consumerkey', 'appkey', 'consumerapikey'],
  api_secret: ['apisecret', 'apikeysecret', 'apisecretkey', 'consumersecret', 'consumerkeysecret', 'appsecret'],
  access_token: ['accesstoken', 'oauthtoken', 'accesskey', 'token'],
  access_token_secret: ['accesstokensecret', 'accesssecret', 'oauthtokensecret', 'tokensecret'],
  group: ['group', 'groupname'],
}

/** In the order of the form. */
export const keyFields: readonly FieldName[] = ['username', ...credentialNames, 'group']

const fieldOf = new Map(keyFields.flatMap((field) => names[field].map((alias) => [alias, field] as const)))

/** `X_API_KEY`, `Api Key` and `twitter.apiKey` are one name. */
const bare = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^(?:export\s+)?["']?/, '')
    .replace(/[^a-z0-9]/g, '')
    .replace(/^(?:twitter|x)(?=\w{5})/, '')

/** The field that a name means, in the words of X, its examples and common libraries. */
export const fieldNamed = (name: string): FieldName | undefined => fieldOf.get(bare(name))

/**
 * The fields in a pasted block: lines of `KEY=value` or `Key: value`, quoted or not, or one JSON object. Lines that name
 * none of them are passed over; a value is never guessed.
 */
export const keysIn = (block: string): Partial<AccountForm> => {
  const found: Partial<AccountForm> = {}
  for (const [name, value] of pairsIn(block.trim())) {
    const field = fieldNamed(name)
    if (field !== undefined && value !== '') found[field] = value
  }
  return found
}

const pairsIn = (block: string): [name: string, value: string][] =>
  block.startsWith('{') ? inJson(block) : block.split(/\r?\n/).flatMap(inLine)

const inLine = (line: string): [string, string][] => {
  const at = line.search(/[=:\t]/)
  if (at < 1) return []
  const value = line
    .slice(at + 1)
    .trim()
    .replace(/[,;]$/, '')
  const unquoted = /^(["'])(.*)\1$/.exec(value)?.[2] ?? value
  return [[line.slice(0, at), unquoted.trim()]]
}

const inJson = (block: string): [string, string][] => {
  try {
    const parsed: unknown = JSON.parse(block)
    if (typeof parsed !== 'object' || parsed === null) return []
    return Object.entries(parsed).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value.trim()]] : [],
    )
  } catch {
    return []
  }
}
