import { accountCheckMachine } from '../machines/accountCheck'
import type { Identified } from '../machines/resource'
import type { AllActors } from '../machines/service'
import { type AccountPatch, accountEditCalls, accountEditMessages, type StoredAccount } from '../schemas/accountEdit'
import { accountsPath } from '../schemas/paths'
import { editorOf } from './editor'
import { lastAccountSave } from './lastAccountSave'
import { provided } from './provided'
import { write } from './requests'

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
