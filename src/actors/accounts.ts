import { fromCallback, fromPromise } from 'xstate'
import {
  type AccountsChanged,
  type CsvImportContext,
  csvImportMachine,
  type LeftImportEvent,
} from '../machines/csvImport'
import type { AllActors } from '../machines/service'
import { type Account, type AccountBody, accountCalls, accountMessages } from '../schemas/accounts'
import type { CsvContent, CsvRow } from '../schemas/csvRows'
import type { Connectivity } from '../services/connectivity'
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

const form = 'csvImport'
const retryMillis = 5000

export const csvImport = provided(({ client, csv, accountChanges, typed, connectivity }) => {
  const { createAccount } = client(accountCalls)
  return csvImportMachine.provide({
    actors: {
      readFile: write<CsvContent, { file: File }>(({ file }) => csv.read(file)),
      createRow: write<void, { row: CsvRow }>(({ row }) => createAccount({ body: row.values })),
      tellChanges: fromCallback<AccountsChanged>(({ receive }) => receive(() => accountChanges.tell())),
      untilReachable: fromPromise<void, unknown>(({ signal }) => untilReachable(connectivity, signal)),
      /** In the page's memory, since rows hold credentials; `typed` shows nobody what is somebody else's. */
      leftImport: fromCallback<LeftImportEvent>(({ receive, sendBack }) => {
        const left = typed.get<CsvImportContext>(form)
        if (left) sendBack({ type: 'import.recall', left })
        receive((event) => (event.type === 'left.keep' ? typed.set(form, event.left) : typed.forget(form)))
      }),
    } satisfies AllActors<typeof csvImportMachine>,
  })
})

/** Offline, when the network is back; else after a while, since it is the server that is away. */
const untilReachable = ({ isOnline, subscribe }: Connectivity, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (isOnline()) resolve()
    }
    const timer = isOnline() ? setTimeout(resolve, retryMillis) : undefined
    const unsubscribe = subscribe(look)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      unsubscribe()
    })
  })
