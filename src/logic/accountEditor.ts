import { accountCheckMachine } from '../machines/accountCheck'
import type { Identified } from '../machines/resource'
import type { AllActors } from '../machines/service'
import type { AccountPatch, StoredAccount } from '../schemas/accountEdit'
import { accountEditCalls } from '../schemas/accountEditCalls'
import { accountEditMessages } from '../schemas/accountEditMessages'
import type { Account } from '../schemas/accounts'
import { editorOf } from './editor'
import { part } from './part'
import { write } from './requests'

export const accountEditor = part((services) => {
  const api = services.client(accountEditCalls)
  return editorOf<StoredAccount, AccountPatch>(services, {
    texts: accountEditMessages,
    home: '/admin/media-agent',
    load: (accountId, signal) => api.getAccount({ params: { accountId }, signal }),
    save: (accountId, body) => api.updateAccount({ params: { accountId }, body }),
  })
})

export const accountCheck = part(({ client }) => {
  const { verifyAccount } = client(accountEditCalls)
  return accountCheckMachine.provide({
    actors: {
      verify: write<Account, Identified>(({ id }) => verifyAccount({ params: { accountId: id } })),
    } satisfies AllActors<typeof accountCheckMachine>,
  })
})
