import { accountCheckMachine } from '../machines/accountCheck'
import type { Identified } from '../machines/resource'
import type { AllActors } from '../machines/service'
import { type AccountPatch, accountEditCalls, accountEditMessages, type StoredAccount } from '../schemas/accountEdit'
import { editorOf } from './editor'
import { provided } from './provided'
import { write } from './requests'

export const accountEditor = provided((services) => {
  const api = services.client(accountEditCalls)
  return editorOf<StoredAccount, AccountPatch>(services, {
    texts: accountEditMessages,
    home: '/admin/media-agent',
    load: (accountId, signal) => api.getAccount({ params: { accountId }, signal }),
    save: (accountId, body) => api.updateAccount({ params: { accountId }, body }),
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
