import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { type SandboxAccount, sandboxAccounts } from '../../sandbox/accounts-data'
import type { Control } from '../../sandbox/x/control'
import { baseString, percentEncode, sign } from '../../sandbox/x/oauth1'
import { startXStandIn, type XStandIn } from '../../sandbox/x/standIn'

const closers: (() => Promise<unknown> | unknown)[] = []
/** Runs when the test is over, the last first. */
export const whenOver = (close: () => Promise<unknown> | unknown): void => {
  closers.push(close)
}

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

export const standIn = async (options: Control = {}, more: { dataFile?: string; now?: () => number } = {}) => {
  const x = await startXStandIn({ options: { replyRule: 'open', ...options }, ...more })
  whenOver(x.close)
  return x
}

export const directory = () => {
  const path = mkdtempSync(join(tmpdir(), 'sandbox-'))
  whenOver(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const [first, second] = sandboxAccounts(2)
if (first === undefined || second === undefined) throw new Error('no sandbox accounts')
export const [account, other] = [first, second]

export interface Signing {
  credentials?: Pick<SandboxAccount, 'api_key' | 'api_secret' | 'access_token' | 'access_token_secret'>
  timestamp?: number
  nonce?: string
  body?: unknown
}

/** A request signed by hand, so that each part of the signature can be wrong. */
export const call = async (
  x: XStandIn,
  method: string,
  path: string,
  { credentials = account, timestamp = Math.floor(Date.now() / 1000), nonce = crypto.randomUUID(), body }: Signing = {},
) => {
  const url = `${x.baseUrl}${path}`
  const parameters: [string, string][] = [
    ['oauth_consumer_key', credentials.api_key],
    ['oauth_nonce', nonce],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', String(timestamp)],
    ['oauth_token', credentials.access_token],
    ['oauth_version', '1.0'],
  ]
  const signature = sign(baseString(method, url, parameters), credentials.api_secret, credentials.access_token_secret)
  const header = [...parameters, ['oauth_signature', signature] as const]
    .map(([name, value]) => `${name}="${percentEncode(value)}"`)
    .join(', ')
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `OAuth ${header}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

export const replyTo = (id: string, text: string) => ({ body: { text, reply: { in_reply_to_tweet_id: id } } })
export const post = (x: XStandIn, text: string, signing: Signing = {}) =>
  call(x, 'POST', '/2/tweets', { ...signing, body: replyTo('1790000000000000000', text).body })
