/** The six secrets of an X app and its user: write-only, our server never sends them back. */
export const credentialNames = [
  'client_id',
  'client_secret',
  'api_key',
  'api_secret',
  'access_token',
  'access_token_secret',
] as const
export type CredentialName = (typeof credentialNames)[number]
export type Credentials = Record<CredentialName, string>
