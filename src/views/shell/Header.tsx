import { Keyboard, Menu } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { placeOf } from '../../routes'
import { IconButton } from '../ui/Button'
import { Logo } from '../ui/Logo'
import { RecentMessages } from './messages/RecentMessages'

export type HeaderProps = {
  onMenu: (() => void) | null
  onKeys: () => void
  tasks?: ReactNode
  notice?: ReactNode
}

export const Header = ({ onMenu, onKeys, tasks, notice }: HeaderProps) => (
  <header className="sticky top-0 z-20 flex h-14 short:static items-center gap-1 border-b border-line bg-surface px-2.5 md:rounded-t-xl md:px-6 forced-colors:border-b">
    {onMenu ? (
      <>
        <IconButton icon={Menu} label="Open menu" onClick={onMenu} />
        <Logo className="ml-2 size-8" />
        <span className="sr-only focus-within:not-sr-only focus-within:min-w-0">
          <Breadcrumb />
        </span>
      </>
    ) : (
      <Breadcrumb />
    )}
    {notice}
    <div className="ml-auto flex min-w-0 items-center gap-0.5 pl-2 md:-mr-2.5">
      {tasks}
      <RecentMessages />
      <IconButton icon={Keyboard} label="Keyboard shortcuts" aria-keyshortcuts="?" onClick={onKeys} />
    </div>
  </header>
)

const Breadcrumb = () => {
  const [path] = useLocation()
  const { section, detail } = placeOf(path)
  if (!section) return null
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex items-center gap-2 text-sm">
        <li>
          {detail ? (
            <Link href={section.path} className="text-link text-ink-2">
              {section.title('')}
            </Link>
          ) : (
            <span aria-current="page" className="font-semibold">
              {section.title('')}
            </span>
          )}
        </li>
        {detail ? (
          <>
            <li aria-hidden="true" className="text-ink-3">
              /
            </li>
            <li className="min-w-0 truncate font-semibold" aria-current="page">
              {detail}
            </li>
          </>
        ) : null}
      </ol>
    </nav>
  )
}
