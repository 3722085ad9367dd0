import { accountCalls } from '../schemas/accountCalls'
import { accountMessages } from '../schemas/accountMessages'
import type { Account, AccountBody } from '../schemas/accounts'
import { part } from './part'
import { loaderOf } from './requests'
import { resourceOf } from './resource'

export const accountList = part((services) => {
  const { listAccounts } = services.client(accountCalls)
  return loaderOf<Account[]>(services, (signal) => listAccounts({ query: { group: '' }, signal }))
})

export const accountResource = part((services) => {
  const api = services.client(accountCalls)
  return resourceOf<Account, AccountBody>({
    texts: accountMessages,
    list: accountList(services),
    create: (body) => api.createAccount({ body }),
    remove: (accountId) => api.deleteAccount({ params: { accountId } }),
  })
})
