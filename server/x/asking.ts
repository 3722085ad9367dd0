import type { Credentials } from '../../src/schemas/accounts/accounts'
import { exchange, type Wire } from './exchange'
import type { Ask } from './sign'
import type { Access, XOutcome } from './types'

/** Makes one request for an account and reports X's answer to an OAuth 2.0 token. */
export const askAs = async (wire: Wire, access: Access, send: Ask, maySend?: () => boolean): Promise<XOutcome> => {
  const outcome = await exchange(wire, 'bearer' in access ? access.bearer : tokens(access), send, maySend)
  if (outcome.kind !== 'answer' || !('bearer' in access)) return outcome
  if (outcome.status === 401) await access.refused()
  else if (outcome.status < 300) await access.accepted()
  return outcome
}

const tokens = (credentials: Credentials) => ({
  appKey: credentials.api_key,
  appSecret: credentials.api_secret,
  accessToken: credentials.access_token,
  accessSecret: credentials.access_token_secret,
})
