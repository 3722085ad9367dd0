import { type AccountPatch, accountEditCalls, type StoredAccount } from '../../schemas/accounts/accountEdit'
import { accountEditMessages } from '../../schemas/accounts/accounts.words'
import { accountsPath } from '../../schemas/paths'
import { editorOf } from '../crud/editor.actors'
import { provided } from '../crud/provided.actors'
import { write } from '../crud/requests.actors'
import type { Identified } from '../crud/resource'
import type { AllActors } from '../crud/service'
import { accountCheckMachine } from './accountCheck'
import { lastAccountSave } from './lastAccountSave.actors'

export const accountEditor = provided((services) => {
  const api = services.client(accountEditCalls)
  const lastSave = lastAccountSave(services)
  return editorOf<StoredAccount, AccountPatch>(services, {
    texts: accountEditMessages,
    home: accountsPath,
    load: (accountId, signal) => api.getAccount({ params: { accountId }, signal }),
    save: async (accountId, body) => {
      await api.updateAccount({ params: { accountId }, body })
      lastSave.at = Date.now()
    },
  })
})

export const accountCheck = provided(({ client }) => {
  const { verifyAccount } = client(accountEditCalls)
  return accountCheckMachine.provide({
    actors: {
      verify: write<StoredAccount, Identified>(({ id }) => verifyAccount({ params: { accountId: id } })),
    } satisfies AllActors<typeof accountCheckMachine>,
  })
})
