import { fromCallback, fromPromise } from 'xstate'
import { type Account, type AccountBody, accountCalls } from '../../schemas/accounts/accounts'
import { accountMessages } from '../../schemas/accounts/accounts.words'
import {
  type ChosenFile,
  type CsvRows,
  type ImportContent,
  type ImportRows,
  rowsOf,
} from '../../schemas/accounts/csvRows'
import type { CutImport } from '../../schemas/accounts/cutImport'
import { ApiError } from '../../services/api/api'
import type { Connectivity } from '../../services/connectivity'
import { present } from '../crud/present'
import { provided } from '../crud/provided.actors'
import { loaderOf, write } from '../crud/requests.actors'
import { resourceOf } from '../crud/resource.actors'
import type { AllActors } from '../crud/service'
import {
  type AccountsChanged,
  type CsvImportContext,
  csvImportMachine,
  type LeftImport,
  type LeftImportEvent,
} from './csvImport'
import { lastAccountSave } from './lastAccountSave.actors'

/** Our server checks a new account or new keys with X within seconds, and the list then shows the outcome. */
const checkedWithinMillis = 20_000

/** Uses the browser's clock: if it differs from the server's, nothing is recent. */
const isRecent = (at: number): boolean => Math.abs(Date.now() - at) < checkedWithinMillis

export const accountList = provided((services) => {
  const { listAccounts } = services.client(accountCalls)
  const lastSave = lastAccountSave(services)
  return loaderOf<Account[]>(services, (signal) => listAccounts({ query: { group: '' }, signal }), {
    goesOn: (accounts) => isRecent(lastSave.at) || accounts.some(({ created_at }) => isRecent(Date.parse(created_at))),
    changes: services.accountChanges,
    onReturn: true,
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

/** Loaded with the first row. */
const importParts = () => import('./importParts.actors')

export const csvImport = provided(({ client, csv, files, accountChanges, typed, cutImports, connectivity }) => {
  const { createAccount } = client(accountCalls)
  const rowsIn = (rows: ImportRows) => rowsOf(files.contentOf(rows.file), rows)

  /** A 401 ends the session before the import receives the answer. The server refused the row, so it was not added. */
  const forgetTry = () => {
    const stored = typed.get<LeftImport>(form)
    if (stored) typed.set(form, { ...stored, left: { ...stored.left, tries: stored.left.tries - 1 } })
  }

  return csvImportMachine.provide({
    actors: {
      readFile: write<ImportContent, { file: ChosenFile }>(async ({ file: { id } }) => {
        const content = await csv.read(files.take(id))
        files.keepContent(id, content)
        const { rows, rejected, headers } = content
        return { rows: { file: id, length: rows.length }, rejected, headers }
      }),
      createRow: write<void, { rows: ImportRows; index: number }>(async ({ rows, index }) => {
        const { readRow } = await importParts()
        const body = readRow(present(rowsIn(rows).at(index), 'row to create').values)
        try {
          await createAccount({ body })
        } catch (error) {
          if (error instanceof ApiError && error.status === 401) forgetTry()
          throw error
        }
      }),
      createGroups: write<void, { names: string[]; fileName: string }>(async (groups) => {
        const { createGroups } = await importParts()
        await createGroups(client, groups)
      }),
      tellChanges: fromCallback<AccountsChanged>(({ receive }) => receive(() => accountChanges.tell())),
      untilReachable: fromPromise<void, unknown>(({ signal }) => untilReachable(connectivity, signal)),
      /**
       * The tab stores only the import's progress, for a reload.
       */
      leftImport: fromCallback<LeftImportEvent>(({ receive, sendBack }) => {
        const stored = typed.get<LeftImport>(form)
        const cut = cutImports.read()
        if (stored) sendBack({ type: 'import.recall', ...stored })
        else if (cut) sendBack({ type: 'import.cut', cut })
        receive((event) => {
          if (event.type === 'left.keep')
            typed.set(form, { left: event.left, isOver: event.isOver } satisfies LeftImport)
          else {
            typed.forget(form)
            files.forgetContent()
          }
          if (event.type === 'left.keep' && !event.isOver) cutImports.write(cutOf(event.left, rowsIn(event.left.rows)))
          else cutImports.remove()
        })
      }),
    } satisfies AllActors<typeof csvImportMachine>,
  })
})

const cutOf = ({ fileName, answered, tries, created }: CsvImportContext, rows: CsvRows): CutImport => ({
  fileName,
  rows: rows.length,
  answered,
  created,
  isUnsure: tries > 0,
  line: rows.at(answered)?.line ?? 0,
  lastLine: rows.at(rows.length - 1)?.line ?? 0,
})

/** Without a network, waits until it is back; otherwise the server is away, so it waits a while. */
const untilReachable = ({ isOnline, subscribe }: Connectivity, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      unsubscribe()
      resolve()
    }
    const timer = isOnline() ? setTimeout(end, retryMillis) : undefined
    const unsubscribe = subscribe(() => {
      if (isOnline()) end()
    })
    signal.addEventListener('abort', end)
  })
