import * as z from 'zod/mini'
import type { AccountPatch, StoredAccount } from './accountEdit'
import { accountBody, accountMessages, credentialNames, noCredentials } from './accounts'
import { optionalText, text } from './base'

/** A new media agent: the console asks for a group, the provider does not. */
export const newAccountForm = z.strictObject({ ...accountBody.shape, group: text(100, accountMessages.groupRequired) })

export const emptyAccountForm: AccountForm = { username: '', ...noCredentials, group: '' }

const secret = optionalText(4096)

/** A stored media agent: nothing is required, a blank credential means unchanged. */
export const editAccountForm = z.strictObject({
  username: optionalText(50),
  client_id: secret,
  client_secret: secret,
  api_key: secret,
  api_secret: secret,
  access_token: secret,
  access_token_secret: secret,
  group: optionalText(100),
})
export type AccountForm = z.infer<typeof editAccountForm>

export const editAccountFormOf = ({ username, group, ...stored }: StoredAccount): AccountForm => ({
  ...emptyAccountForm,
  ...Object.fromEntries(credentialNames.map((name) => [name, stored[name] ?? ''])),
  username,
  group: group ?? '',
})

/** Of the fields that were changed; leaves out every blank one but the group, where blank means none. */
export const accountPatchOf = (changes: Partial<AccountForm>): AccountPatch =>
  Object.fromEntries(Object.entries(changes).filter(([name, value]) => name === 'group' || value.trim() !== ''))
