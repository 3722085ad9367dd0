import { type CredentialName, type Credentials, credentialNames } from '../../src/schemas/accounts/accounts'
import type { Row } from '../db/schema'
import type { Vault } from './vault'

/**
 * Encrypted credentials are bound to the row's owner and username: copied into another row, they cannot be decrypted.
 */
export type Holder = Pick<Row<'accounts'>, 'owner_id' | 'username_key'>
export type SealedCredentials = Pick<Row<'accounts'>, CredentialName>

const place = (holder: Holder, name: CredentialName) => `accounts/${holder.owner_id}/${holder.username_key}/${name}`

export const sealCredentials = <P extends Partial<Credentials>>(vault: Vault, holder: Holder, plain: P): P =>
  mapEach(plain, (text, name) => vault.seal(text, place(holder, name)))

/** @throws Error if the vault cannot decrypt them. */
export const openCredentials = (vault: Vault, row: Holder & SealedCredentials): Credentials =>
  mapEach(sealedOf(row), (text, name) => vault.open(text, place(row, name)))

/** False if no configured key decrypts them: they are damaged, or their key was removed too early. */
export const canOpen = (vault: Vault, row: Holder & SealedCredentials): boolean => {
  try {
    openCredentials(vault, row)
    return true
  } catch {
    return false
  }
}

/** Every encryption differs, so a row with the same encrypted credentials was not reconnected. */
export const sealedOf = (row: SealedCredentials): SealedCredentials => {
  const { client_id, client_secret, api_key, api_secret, access_token, access_token_secret } = row
  return { client_id, client_secret, api_key, api_secret, access_token, access_token_secret }
}

const mapEach = <P extends Partial<Credentials>>(texts: P, map: (text: string, name: CredentialName) => string): P => {
  const entries = credentialNames.flatMap((name) => {
    const text = texts[name]
    return text === undefined ? [] : [[name, map(text, name)] as const]
  })
  return Object.fromEntries(entries) as P
}
