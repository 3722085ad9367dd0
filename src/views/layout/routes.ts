import { AtSign, Bot, History, type LucideIcon, MessageSquareReply, UsersRound } from 'lucide-react'

export const productName = 'Auto Comment Bot'

export type Section = {
  label: string
  href: string
  /** The line below the label; it stands outside the link, so that the link's name stays the label. */
  helper: string
  icon: LucideIcon
}

export const sections: readonly Section[] = [
  {
    label: 'Home',
    href: '/admin/home',
    helper: 'Write and send replies',
    icon: MessageSquareReply,
  },
  {
    label: 'AI Character',
    href: '/admin/ai-character',
    helper: 'Personas and their models',
    icon: Bot,
  },
  {
    label: 'Media Agent',
    href: '/admin/media-agent',
    helper: 'Connected X accounts',
    icon: AtSign,
  },
  {
    label: 'Post Group',
    href: '/admin/group',
    helper: 'Sets of accounts to post through',
    icon: UsersRound,
  },
  {
    label: 'History',
    href: '/admin/history',
    helper: 'What was sent, what failed',
    icon: History,
  },
]

const details: Record<string, (id: string) => string> = {
  '/admin/ai-character': () => 'AI Details',
  '/admin/media-agent': () => 'Media Agent Details',
  '/admin/group': () => 'Group Details',
  '/admin/history': (id) => `Task ${shortId(id)}`,
}

export type Place = {
  section: Section | null
  /** The page below the section, null on the section's own page. */
  detail: string | null
}

/** Where a path of the console is: `/admin/history/7` is in History, at "Task 7". */
export const placeOf = (path: string): Place => {
  const section = sections.find(({ href }) => path === href || path.startsWith(`${href}/`)) ?? null
  const rest = section ? path.slice(section.href.length + 1) : ''
  const id = rest.includes('/') ? '' : decode(rest)
  return { section, detail: section && id ? (details[section.href]?.(id) ?? null) : null }
}

/** The document's title for a path. */
export const titleOf = (path: string): string => {
  const { section, detail } = placeOf(path)
  return [detail, section?.label ?? 'Page not found', productName].filter(Boolean).join(' · ')
}

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const shortId = (id: string): string => (id.length > 10 ? `${id.slice(0, 5)}…${id.slice(-3)}` : id)
