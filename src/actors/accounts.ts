import { fromCallback } from 'xstate'
import { type AccountsChanged, csvImportMachine } from '../machines/csvImport'
import type { AllActors } from '../machines/service'
import { type Account, type AccountBody, accountCalls, accountMessages } from '../schemas/accounts'
import type { CsvContent, CsvRow } from '../schemas/csvRows'
import { provided } from './provided'
import { loaderOf, write } from './requests'
import { resourceOf } from './resource'

/** Our server asks X about a new account within seconds, and shows what X says in the list. */
const checkedWithinMillis = 20_000

const isNew = ({ created_at }: Account): boolean => Date.now() - Date.parse(created_at) < checkedWithinMillis

export const accountList = provided((services) => {
  const { listAccounts } = services.client(accountCalls)
  return loaderOf<Account[]>(services, (signal) => listAccounts({ query: { group: '' }, signal }), {
    goesOn: (accounts) => accounts.some(isNew),
    changes: services.accountChanges,
  })
})

export const accountResource = provided((services) => {
  const api = services.client(accountCalls)
  return resourceOf<Account, AccountBody>({
    texts: accountMessages,
    list: accountList(services),
    create: (body) => api.createAccount({ body }),
    remove: (accountId) => api.deleteAccount({ params: { accountId } }),
  })
})

export const csvImport = provided(({ client, csv, accountChanges }) => {
  const { createAccount } = client(accountCalls)
  return csvImportMachine.provide({
    actors: {
      readFile: write<CsvContent, { file: File }>(({ file }) => csv.read(file)),
      createRow: write<void, { row: CsvRow }>(({ row }) => createAccount({ body: row.values })),
      tellChanges: fromCallback<AccountsChanged>(({ receive }) => receive(() => accountChanges.tell())),
    } satisfies AllActors<typeof csvImportMachine>,
  })
})
