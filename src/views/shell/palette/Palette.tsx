import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions, Dialog, DialogPanel } from '@headlessui/react'
import { useSelector } from '@xstate/react'
import { Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import type { ActorRefFrom } from 'xstate'
import { accountList } from '../../../machines/accounts/accounts.actors'
import { roleList } from '../../../machines/characters/characters.actors'
import type { LoaderLogic } from '../../../machines/crud/loader'
import { groupList } from '../../../machines/groups/groups.actors'
import { taskList } from '../../../machines/shell/palette.actors'
import * as words from '../../../schemas/shell/palette.words'
import { goToOrSearch } from '../../../schemas/shell/shell.words'
import { isOurs } from '../../../schemas/system'
import { stateOf } from '../../crud/asked'
import { useDoubleClickKeepsOpen } from '../../ui/doubleClick'
import { useLogic } from '../logicContext'
import { useMeta } from '../metaContext'
import { useScreenActor } from '../screenActor'
import { useTheme } from '../theme'
import { type Entry, entriesOf, foundIn, mostShown, reloadOf } from './paletteEntries'

export type PaletteProps = { open: boolean; onClose: () => void; onReport: () => void; onLogout: () => void }

const Palette = ({ open, onClose, onReport, onLogout }: PaletteProps) => {
  const panel = useDoubleClickKeepsOpen(open)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      // On a touch screen Headless UI gives the focus to the dialog itself.
      onFocus={({ target, currentTarget }) => {
        if (target === currentTarget) currentTarget.querySelector('input')?.focus()
      }}
      aria-label={goToOrSearch}
      className="relative z-40 outline-none"
    >
      <div aria-hidden="true" className="fixed inset-0 bg-scrim" />
      <div className="fixed inset-0 flex items-start justify-center overflow-y-auto p-4 sm:pt-[14vh]">
        <DialogPanel
          ref={panel}
          className="w-full max-w-lg overflow-hidden rounded-xl bg-raised shadow-3 forced-colors:border"
        >
          <Finder onClose={onClose} onReport={onReport} onLogout={onLogout} />
        </DialogPanel>
      </div>
    </Dialog>
  )
}

export default Palette

const Finder = ({ onClose, onReport, onLogout }: Omit<PaletteProps, 'open'>) => {
  const [query, setQuery] = useState('')
  const { entries, loading, failed, reload } = useEntries()
  const found = useMemo(
    () => (query.trim() === '' ? entries.atRest : foundIn(entries.searched, query)),
    [entries, query],
  )
  const choose = useChoice(onReport, onLogout)
  return (
    <Combobox<Entry>
      onChange={(entry) => {
        if (entry?.choice.do === 'reload') reload()
        else if (entry) {
          onClose()
          choose(entry.choice)
        }
      }}
    >
      <div className="flex items-center gap-3 border-b border-line px-4.5">
        <Search aria-hidden="true" className="size-4.5 shrink-0 text-ink-2" />
        <ComboboxInput
          autoFocus
          aria-label={goToOrSearch}
          placeholder={goToOrSearch}
          autoComplete="off"
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => keepKeys(event, onClose)}
          className="h-13 min-w-0 flex-1 bg-transparent text-md outline-none"
        />
      </div>
      <ComboboxOptions
        static
        modal={false}
        as="ul"
        aria-label="Results"
        className="max-h-[min(20rem,60dvh)] overflow-y-auto p-2"
      >
        {found.slice(0, mostShown).map((entry) => (
          <Line key={entry.id} entry={entry} />
        ))}
        {failed === '' ? null : <Line entry={reloadOf(failed)} />}
      </ComboboxOptions>
      <p role="status" className="border-t border-line px-5 py-2.5 text-xs wrap-anywhere text-ink-2">
        {[
          countOf(found.length, query.trim()),
          loading === '' ? '' : `Loading ${loading}.`,
          failed === '' ? '' : `${words.notLoaded(failed)}.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
    </Combobox>
  )
}

const Line = ({ entry }: { entry: Entry }) => (
  <ComboboxOption
    as="li"
    value={entry}
    className="flex cursor-pointer items-center gap-3 rounded-md px-3 py-2 data-focus:bg-primary-soft forced-colors:data-focus:outline"
  >
    <entry.icon aria-hidden="true" className="size-4.5 shrink-0 text-ink-2" />
    <span className="max-w-3/5 shrink-0 truncate text-sm font-semibold">{entry.label}</span>
    <span className="truncate text-xs text-ink-2">{entry.helper}</span>
  </ComboboxOption>
)

/** Tab would choose the focused line, but only Enter should act. Escape would first empty the field. */
const keepKeys = (event: React.KeyboardEvent, onClose: () => void) => {
  if (event.key !== 'Tab' && event.key !== 'Escape') return
  event.preventDefault()
  if (event.key === 'Escape') onClose()
}

const countOf = (count: number, query: string): string =>
  count === 0 ? words.noResults(query) : words.resultCount(count, mostShown)

const useEntries = () => {
  const { hasQueue } = useLogic()
  const accounts = useListed('media agents', useScreenActor(accountList, { params: undefined }))
  const roles = useListed('characters', useScreenActor(roleList, { params: undefined }))
  const groups = useListed('groups', useScreenActor(groupList, { params: undefined }))
  const tasks = useListed('tasks', useScreenActor(taskList, { params: undefined }))
  const all = [accounts, roles, groups, tasks]
  const missing = all.filter(({ isFailed }) => isFailed)
  const isQueued = hasQueue()
  const ours = isOurs(useMeta())
  const entries = useMemo(
    () =>
      entriesOf({ accounts: accounts.data, roles: roles.data, groups: groups.data, tasks: tasks.data }, isQueued, ours),
    [accounts.data, roles.data, groups.data, tasks.data, isQueued, ours],
  )
  return {
    entries,
    loading: namesOf(all.filter(({ isLoading }) => isLoading)),
    failed: namesOf(missing),
    reload: () => {
      for (const { reload } of missing) reload()
    },
  }
}

const namesOf = (lists: readonly { name: string }[]): string => lists.map(({ name }) => name).join(', ')

const useListed = <TItem,>(name: string, list: ActorRefFrom<LoaderLogic<TItem[]>>) => ({
  name,
  data: useSelector(list, ({ context }) => context.data),
  isFailed: useSelector(list, (snapshot) => snapshot.matches('failed')),
  isLoading: useSelector(list, (snapshot) => snapshot.matches('loading')),
  reload: () => list.send({ type: 'list.reload' }),
})

const useChoice = (onReport: () => void, onLogout: () => void) => {
  const [path, navigate] = useLocation()
  const [, setTheme] = useTheme()
  const { downloads } = useLogic()
  return (choice: Exclude<Entry['choice'], { do: 'reload' }>) => {
    if (choice.do === 'go')
      navigate(choice.to, { replace: choice.to === path, state: choice.ask ? stateOf(choice.ask) : null })
    else if (choice.do === 'theme') setTheme(choice.theme)
    else if (choice.do === 'template') void downloads.csvTemplate()
    else if (choice.do === 'report') onReport()
    else onLogout()
  }
}
