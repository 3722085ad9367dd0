import { TwitterApi, type TwitterApiTokens } from 'twitter-api-v2'
import type { Outgoing } from '../outgoing/exchange'

/** OAuth 1.0a keys, a bearer token, or an app's own client id and secret, which only request tokens. */
export type Auth = TwitterApiTokens | string | { clientId: string; clientSecret: string }

/** Makes one request with twitter-api-v2. */
export type Ask = (client: TwitterApi) => Promise<unknown>

/** A request of twitter-api-v2 that is not sent yet. */
export interface Signed extends Pick<Outgoing, 'method' | 'url' | 'headers' | 'body'> {
  /** Below `/2/`. */
  path: string
}

/** twitter-api-v2 sends its v2 calls to this address, so every URL begins with it. */
const libraryOrigin = 'https://api.x.com/'

/** Intercepts the request of twitter-api-v2 before it is sent. */
class SignedRequest extends Error {
  constructor(readonly request: Signed) {
    super('twitter-api-v2 sends nothing itself')
  }
}

/**
 * @returns the one request that `ask` makes, signed and addressed to `baseUrl`.
 * @throws errors of twitter-api-v2, for example for empty keys.
 */
export const sign = async (baseUrl: string, auth: Auth, ask: Ask): Promise<Signed> => {
  const base = new URL(baseUrl).href.replace(/\/$/, '')
  let path = ''
  const settings: ConstructorParameters<typeof TwitterApi>[1] = {
    plugins: [
      {
        onBeforeRequestConfig: ({ params }) => {
          path = params.url.slice(libraryOrigin.length)
          params.url = new URL(path, `${base}/`).href
          params.forceBodyMode = path.startsWith('2/oauth2/') ? 'url' : 'json'
        },
        onBeforeRequest: ({ computedParams: { method, url, headers, body } }) => {
          const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
          throw new SignedRequest({
            path: path.replace(/^2\//, ''),
            method,
            url,
            headers: texts,
            body: body?.toString(),
          })
        },
      },
    ],
  }
  try {
    await ask(clientOf(auth, settings))
  } catch (error) {
    if (error instanceof SignedRequest) return error.request
    throw error
  }
  throw new Error('twitter-api-v2 made no request')
}

const clientOf = (auth: Auth, settings: ConstructorParameters<typeof TwitterApi>[1]): TwitterApi => {
  if (typeof auth === 'string') return new TwitterApi(auth, settings)
  return 'clientId' in auth ? new TwitterApi(auth, settings) : new TwitterApi(auth, settings)
}
