import { type CredentialName, type Credentials, credentialNames } from '../../src/schemas/accounts'
import type { Row } from '../db/schema'
import type { Vault } from './vault'

/** A row's sealed credentials belong to its owner and username: copied into another row they do not open. */
export type Holder = Pick<Row<'accounts'>, 'owner_id' | 'username_key'>
export type SealedCredentials = Pick<Row<'accounts'>, CredentialName>

const place = (holder: Holder, name: CredentialName) => `accounts/${holder.owner_id}/${holder.username_key}/${name}`

export const sealCredentials = (vault: Vault, holder: Holder, plain: Credentials): SealedCredentials =>
  each((name) => vault.seal(plain[name], place(holder, name)))

/** @throws Error when the vault does not open them. */
export const openCredentials = (vault: Vault, row: Holder & SealedCredentials): Credentials =>
  each((name) => vault.open(row[name], place(row, name)))

const each = (value: (name: CredentialName) => string): Credentials => {
  const entries = credentialNames.map((name) => [name, value(name)] as const)
  return Object.fromEntries(entries) as Credentials
}
