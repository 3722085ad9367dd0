import { createHash, createHmac } from 'node:crypto'

export interface SandboxAccount {
  /** With its @. */
  username: string
  client_id: string
  client_secret: string
  api_key: string
  api_secret: string
  access_token: string
  access_token_secret: string
  group: string
}

/** Public on purpose: sandbox credentials only work at the stand-in. */
const seed = 'auto-comment-bot sandbox'

/**
 * Accounts that every X stand-in accepts: the same username always has the same credentials.
 *
 * @param count 1 to 100,000.
 * @param options.from index of the first account, 0 by default.
 * @param options.group group of the rows.
 */
export const sandboxAccounts = (
  count: number,
  { from = 0, group = '' }: { from?: number; group?: string } = {},
): SandboxAccount[] =>
  Array.from({ length: count }, (_, index) => ({ ...credentialsOf(handleAt(from + index)), group }))

/** @param username with or without its @, in any case. */
export const credentialsOf = (username: string): Omit<SandboxAccount, 'group'> => {
  const handle = username.replace(/^@/, '')
  const name = handle.toLowerCase()
  const secret = (purpose: string) =>
    `sandbox-${createHmac('sha256', seed).update(`${purpose}:${name}`).digest('base64url').slice(0, 32)}`
  return {
    username: `@${handle}`,
    client_id: `sandbox-client-${name}`,
    client_secret: secret('client'),
    api_key: `sandbox-app-${name}`,
    api_secret: secret('app'),
    access_token: `${userIdOf(name)}-sandbox-${name}`,
    access_token_secret: secret('user'),
  }
}

/** The username of a sandbox access token, in lower case; undefined for any other token. */
export const usernameOfToken = (accessToken: string): string | undefined => {
  const name = /^\d{1,19}-sandbox-(\w{1,20})$/.exec(accessToken)?.[1]
  return name !== undefined && accessToken === credentialsOf(name).access_token ? name : undefined
}

/** A user id of 18 digits, the same one for the same name. */
export const userIdOf = (username: string): string =>
  (
    100_000_000_000_000_000n +
    (createHash('sha256').update(username.toLowerCase()).digest().readBigUInt64BE() % 800_000_000_000_000_000n)
  ).toString()

const handleAt = (index: number): string => {
  const known = handles[index]
  if (known !== undefined) return known
  const rest = index - handles.length
  const first = firsts[rest % firsts.length]
  const second = seconds[Math.floor(rest / firsts.length) % seconds.length]
  const round = Math.floor(rest / (firsts.length * seconds.length))
  return `${first}_${second}${round === 0 ? '' : round}`
}

const handles = [
  'brewlab_ama',
  'corner_espresso',
  'dailygrind_jo',
  'pour_over_pete',
  'crema_notes',
  'beanthere_sam',
  'oat_flat_white',
  'kettle_and_kim',
  'slowdrip_lena',
  'roastdiary',
  'cupping_carl',
  'third_wave_tia',
  'morning_mug_mo',
  'latte_ledger',
  'grindsize_gus',
  'filter_friday',
]

// 40 x 50 pairs, at most 12 characters; 50 rounds of them make 100,000 names of at most 15.
const firsts =
  'able amber aspen azure birch bold brisk cedar clear coral crisp dusk early ember fern fresh gold hazel indie ivory jade kind lemon lilac lunar maple mellow mint noble ocean olive pearl plain quiet river sage solar tidal vivid wild'.split(
    ' ',
  )
const seconds =
  'ada amir anya ben bo cara chen cleo dev dina eli emre ewa finn gil hana hugo ida ines ivo jan joy juno kai kira lars leo lia luca mai max mia nia nico noa omar oona pia quin rafa rosa sami sol tara theo uma vera wes yara zoe'.split(
    ' ',
  )
