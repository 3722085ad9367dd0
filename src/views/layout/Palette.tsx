import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions, Dialog, DialogPanel } from '@headlessui/react'
import { CircleDollarSign, Inbox, LogOut, type LucideIcon, Search } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { inboxPath, sections } from '../../routes'
import { useDoubleClickKeepsOpen } from '../ui/doubleClick'

type Command = { label: string; helper: string; icon: LucideIcon; run: () => void }

export type PaletteProps = { open: boolean; onClose: () => void; onLogout: () => void }

/** Ctrl/Cmd+K: go anywhere by typing a part of its name. */
const Palette = ({ open, onClose, onLogout }: PaletteProps) => {
  const [, navigate] = useLocation()
  const [query, setQuery] = useState('')
  const panel = useDoubleClickKeepsOpen(open)
  const commands: Command[] = [
    ...sections.map(({ title, helper, icon, path }) => ({ label: title(''), helper, icon, run: () => navigate(path) })),
    {
      label: 'Spending',
      helper: 'What X and models charge, and the budgets for a day',
      icon: CircleDollarSign,
      run: () => navigate('/admin/history/spending'),
    },
    { label: 'Inbox', helper: 'Mentions that wait for an answer', icon: Inbox, run: () => navigate(inboxPath) },
    { label: 'Logout', helper: 'Leave this console', icon: LogOut, run: onLogout },
  ]
  const wanted = query.trim().toLowerCase()
  const found = commands.filter(({ label, helper }) => `${label} ${helper}`.toLowerCase().includes(wanted))
  const close = () => {
    setQuery('')
    onClose()
  }
  return (
    <Dialog open={open} onClose={close} aria-label="Go to or search" className="relative z-40 outline-none">
      <div aria-hidden="true" className="fixed inset-0 bg-scrim" />
      <div className="fixed inset-0 flex items-start justify-center overflow-y-auto p-4 sm:pt-[14vh]">
        <DialogPanel
          ref={panel}
          className="w-full max-w-lg overflow-hidden rounded-xl bg-raised shadow-3 forced-colors:border"
        >
          <Combobox<Command>
            onChange={(command) => {
              close()
              command?.run()
            }}
          >
            <div className="flex items-center gap-3 border-b border-line px-4.5">
              <Search aria-hidden="true" className="size-4.5 shrink-0 text-ink-2" />
              <ComboboxInput
                autoFocus
                aria-label="Go to or search"
                placeholder="Go to or search"
                autoComplete="off"
                onChange={(event) => setQuery(event.currentTarget.value)}
                className="h-13 min-w-0 flex-1 bg-transparent text-md outline-none"
              />
            </div>
            <ComboboxOptions static as="ul" className="max-h-80 overflow-y-auto p-2">
              {found.map((command) => (
                <ComboboxOption
                  key={command.label}
                  as="li"
                  value={command}
                  className="flex cursor-pointer items-center gap-3 rounded-md px-3 py-2 data-focus:bg-primary-soft forced-colors:data-focus:outline"
                >
                  <command.icon aria-hidden="true" className="size-4.5 shrink-0 text-ink-2" />
                  <span className="text-sm font-semibold">{command.label}</span>
                  <span className="truncate text-xs text-ink-2">{command.helper}</span>
                </ComboboxOption>
              ))}
            </ComboboxOptions>
            {found.length === 0 ? (
              <p role="status" className="px-5 pb-5 text-sm wrap-anywhere text-ink-2">
                Nothing is called “{query.trim()}”.
              </p>
            ) : null}
          </Combobox>
        </DialogPanel>
      </div>
    </Dialog>
  )
}

export default Palette
