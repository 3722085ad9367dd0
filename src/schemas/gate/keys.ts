import * as z from 'zod/mini'
import type { CredentialName } from '../accounts/accounts'
import { tooLong } from '../base'
import { characterName, plainText, withoutWrapping } from './characters'

/** X's own labels. */
export const keyLabels: Record<CredentialName, string> = {
  client_id: 'Client ID',
  client_secret: 'Client Secret',
  api_key: 'API Key',
  api_secret: 'API Secret',
  access_token: 'Access Token',
  access_token_secret: 'Access Token Secret',
}

export type FieldName = CredentialName | 'username' | 'group'

/** Names that X, its examples and common libraries use, without separators. */
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
export const keyFields = Object.keys(names) as readonly FieldName[]

const fieldOf = new Map(keyFields.flatMap((field) => names[field].map((alias) => [alias, field] as const)))

/** `X_API_KEY`, `Api Key`, `$env:API_KEY` and `twitter.apiKey` are the same name. */
const bare = (name: string): string =>
  plainText(name)
    .toLowerCase()
    .replace(/^(?:\d+[.)])?[^a-z0-9]*(?:(?:export|set|const|let|var|env)\b)?/, '')
    .replace(/[^a-z0-9]/g, '')
    .replace(/^(?:twitter|x)(?=\w{5})/, '')

export const fieldNamed = (name: string): FieldName | undefined => fieldOf.get(bare(name))

/** True if the name, found in the field's own value, may be a label: `secret`, `MY_API_KEY`. */
const isNameOf = (field: FieldName, name: string): boolean => {
  const written = bare(name)
  const isShort = ['key', 'secret', 'token'].includes(written)
  return names[field].some((alias) => written.endsWith(alias) || (isShort && alias.endsWith(written)))
}

/** Limits the search for a name within a value. */
const longestName = 60

/** Splits a text after a known name. The value is the rest. */
export const labelled = <T extends string>(
  text: string,
  meaning: (name: string) => T | undefined,
): { field: T; value: string } | undefined => {
  for (const { index } of text.slice(0, longestName).matchAll(/[=:\t\n\r\u0085\u2028\u2029|>\u2013\u2014\u2192]/g)) {
    const field = meaning(text.slice(0, index))
    const value = text.slice(index).replace(/^[\s\u0085=:|>\u2013\u2014\u2192*]+/, '')
    if (field !== undefined && value !== '') return { field, value }
  }
  return undefined
}

const brackets = ['<>', '()', '[]', '{}', '**', '||']

const withoutBrackets = (text: string): string =>
  text.length > 2 && brackets.includes(`${text[0]}${text.at(-1)}`) ? text.slice(1, -1) : text

/**
 * Removes invisible characters, surrounding quotation marks, blanks, brackets and separators, and the field's name. The
 * schema refuses everything else that is no key.
 */
export const keyText = (field: FieldName, text: string): string =>
  bareKey(field, text, (name) => fieldNamed(name) ?? (isNameOf(field, name) ? field : undefined))

const bareKey = <T extends string>(own: T, text: string, meaning: (name: string) => T | undefined): string => {
  let key = plainText(text)
  for (;;) {
    const unwrapped = withoutBrackets(withoutWrapping(key))
    const label = labelled(unwrapped, meaning)
    const next = label?.field === own ? label.value : unwrapped
    if (next === key) return key
    key = next
  }
}

/** Undefined if the text may be a key. */
const keyProblem = (field: CredentialName, key: string): string | undefined => {
  const label = keyLabels[field]
  const other = key
    .split(/[,;&]/)
    .map((part) => labelled(part, fieldNamed)?.field)
    .find((named) => named !== undefined)
  if (other !== undefined) return `${label} contains the name of another field`
  const problem = characterProblem(key)
  return problem && `${label} ${problem}`
}

const characterProblem = (key: string): string | undefined => {
  const characters = Array.from(key)
  const at = characters.findIndex((character) => !/[!-~]/.test(character) || /["'`]/.test(character))
  const wrong = characters[at]
  if (wrong === undefined) return undefined
  return at === 0 ? `begins with ${characterName(wrong)}` : `contains ${characterName(wrong)} after character ${at}`
}

export const settingKey = (setting: string) =>
  z.string().check(
    z.overwrite((text) => bareKey(setting, text, (name) => (bare(name) === bare(setting) ? setting : undefined))),
    z.minLength(1, 'contains no key'),
    z.refine((text) => characterProblem(text) === undefined, {
      error: ({ input }) => characterProblem(String(input)),
    }),
  )

const longestKey = 4096

/**
 * Used by form, CSV, paste and API.
 * @param required the error for a missing key; without it the key is optional.
 * @param stored a value that passes unchecked, because another provider may have accepted it.
 */
export const key = (field: CredentialName, { required, stored }: { required?: string; stored?: string } = {}) =>
  z.string(required).check(
    z.maxLength(2 * longestKey, { error: tooLong(longestKey), abort: true }),
    z.overwrite((text) => (text === stored ? text : keyText(field, text))),
    z.minLength(required === undefined ? 0 : 1, required),
    z.maxLength(longestKey, tooLong(longestKey)),
    z.refine((text) => text === stored || keyProblem(field, text) === undefined, {
      error: ({ input }) => keyProblem(field, String(input)),
    }),
  )
