import * as z from 'zod/mini'
import { optionalText, text } from '../base'
import { handle } from '../gate/handleField'
import { key } from '../gate/keys'
import type { AccountPatch, StoredAccount } from './accountEdit'
import { accountBody, type CredentialName, credentialNames, noCredentials } from './accounts'
import { accountMessages } from './accounts.words'

/** The console requires a group; the provider does not. */
export const newAccountForm = z.strictObject({ ...accountBody.shape, group: text(100, accountMessages.groupRequired) })

export const emptyAccountForm: AccountForm = { username: '', ...noCredentials, group: '' }

/** Nothing is required. A value equal to the one in `stored` passes unchecked. */
export const editAccountForm = (stored: AccountForm) => {
  const storedKey = (name: CredentialName) => key(name, { stored: stored[name] })
  return z.strictObject({
    username: handle({ stored: stored.username }),
    client_id: storedKey('client_id'),
    client_secret: storedKey('client_secret'),
    api_key: storedKey('api_key'),
    api_secret: storedKey('api_secret'),
    access_token: storedKey('access_token'),
    access_token_secret: storedKey('access_token_secret'),
    group: optionalText(100),
  })
}
export type AccountForm = Record<'username' | CredentialName | 'group', string>

export const editAccountFormOf = ({ username, group, ...stored }: StoredAccount): AccountForm => ({
  ...emptyAccountForm,
  ...Object.fromEntries(credentialNames.map((name) => [name, stored[name] ?? ''])),
  username,
  group: group ?? '',
})

/** A blank field stays unchanged, except the group, where blank means no group. */
export const accountPatchOf = (changes: Partial<AccountForm>): AccountPatch =>
  Object.fromEntries(Object.entries(changes).filter(([name, value]) => name === 'group' || value.trim() !== ''))
