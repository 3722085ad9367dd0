import {
  AtSign,
  Bot,
  CircleAlert,
  CircleDollarSign,
  Download,
  FileUp,
  Hand,
  History,
  Inbox,
  ListPlus,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Plus,
  RotateCw,
  SkipForward,
  Sun,
  UserRound,
  UsersRound,
} from 'lucide-react'
import { matchSorter } from 'match-sorter'
import { sections } from '../../routes'
import type { Account } from '../../schemas/accounts'
import type { Group } from '../../schemas/groups'
import {
  accountPath,
  accountsPath,
  byHandPath,
  groupPath,
  groupsPath,
  homePath,
  inboxPath,
  ownAccountPath,
  rolePath,
  rolesPath,
  spendingPath,
  taskPath,
} from '../../schemas/paths'
import type { Role } from '../../schemas/roles'
import { countsOf, failuresOf, subjectOf } from '../../schemas/taskOutcome'
import type { TaskSummary } from '../../schemas/tasks'
import type { Theme } from '../../schemas/theme'
import type { Ask } from '../crud/asked'

/** What is done when a line of the palette is chosen. */
export type Choice =
  | { do: 'go'; to: string; ask?: Ask }
  | { do: 'theme'; theme: Theme }
  | { do: 'template' }
  | { do: 'report' }
  | { do: 'logout' }
  | { do: 'reload' }

export interface Entry {
  /** Unlike that of any other. */
  id: string
  label: string
  helper: string
  icon: LucideIcon
  choice: Choice
  /** Other words that it is found by. */
  words?: string
}

/** The lists as far as they have come. */
export interface Lists {
  accounts: Account[] | undefined
  roles: Role[] | undefined
  groups: Group[] | undefined
  tasks: TaskSummary[] | undefined
}

/** Lines that are drawn at once: of ten thousand media agents, those that fit best. */
export const mostShown = 50
const recentTasks = 5

const page = (label: string, helper: string, icon: LucideIcon, to: string): Entry => ({
  id: to,
  label,
  helper,
  icon,
  choice: { do: 'go', to },
})

const pages: Entry[] = [
  ...sections.map(({ title, helper, icon, path }) => page(title(''), helper, icon, path)),
  page('Spending', 'What X and models charge, and the budgets for a day', CircleDollarSign, spendingPath),
  page('Inbox', 'Mentions that wait for an answer', Inbox, inboxPath),
  page('Post manually', 'Replies that X rejects from apps', Hand, byHandPath),
  page('Your account', 'Password, sessions, operators', UserRound, ownAccountPath),
]

const action = (label: string, helper: string, icon: LucideIcon, choice: Choice, words = ''): Entry => ({
  id: `action ${label}`,
  label,
  helper,
  icon,
  choice,
  words,
})

const themeIcons = { light: Sun, dark: Moon, system: Monitor } satisfies Record<Theme, LucideIcon>
const theme = (label: string, value: Theme): Entry =>
  action(`Theme: ${label}`, 'How the console looks', themeIcons[value], { do: 'theme', theme: value }, 'mode colour')

const nextPost = action('Next post', 'Of the queue', SkipForward, { do: 'go', to: homePath, ask: 'nextPost' })

const actions: Entry[] = [
  action('Connect account', 'A media agent, by X’s page or with its keys', Plus, {
    do: 'go',
    to: accountsPath,
    ask: 'create',
  }),
  action('Import CSV', 'Many media agents', FileUp, { do: 'go', to: accountsPath, ask: 'import' }),
  action('CSV template', 'The columns of an import', Download, { do: 'template' }),
  action(
    'Create character',
    'An AI character',
    Plus,
    { do: 'go', to: rolesPath, ask: 'create' },
    'persona role add new',
  ),
  action('Create group', 'A post group', Plus, { do: 'go', to: groupsPath, ask: 'create' }, 'add new'),
  action('Many links', 'Queue posts to be answered', ListPlus, { do: 'go', to: homePath, ask: 'manyLinks' }),
  theme('light', 'light'),
  theme('dark', 'dark'),
  theme('as the system', 'system'),
  action('Report a problem', 'Save what this console did', CircleAlert, { do: 'report' }, 'bug error recording help'),
  action('Logout', 'Leave this console', LogOut, { do: 'logout' }, 'sign out'),
]

/** Below what was found, whatever was looked for: it might be in what did not come. */
export const reloadOf = (failed: string): Entry =>
  action('Try again', `Not loaded: ${failed}`, RotateCw, { do: 'reload' })

const retryOf = (task: TaskSummary): Entry => ({
  ...action(`Retry failed: ${subjectOf(task)}`, countsOf(task), RotateCw, {
    do: 'go',
    to: taskPath(task.id),
    ask: 'retry',
  }),
  id: `retry ${task.id}`,
})

const ofTask = (task: TaskSummary): Entry => ({
  ...page(subjectOf(task), `Task, ${countsOf(task)}`, History, taskPath(task.id)),
  words: `${task.post?.text ?? ''} ${task.group ?? ''}`,
})

/**
 * Pages and actions first, then what is listed, newest tasks before all. A retry stands behind its task: it sends, so that a
 * few letters and Enter must not come to it by chance. No secret is among it.
 */
export const entriesOf = (
  { accounts: agents = [], roles: characters = [], groups: sets = [], tasks = [] }: Lists,
  hasQueue: boolean,
): { always: Entry[]; searched: ReturnType<typeof searchable> } => {
  const always = [...pages, ...(hasQueue ? [nextPost] : []), ...actions]
  const retries = tasks.filter((task) => failuresOf(task) > 0).map(retryOf)
  return {
    always: [...always, ...tasks.slice(0, recentTasks).map(ofTask), ...retries.slice(0, 1)],
    searched: searchable([
      ...always,
      ...tasks.map(ofTask),
      ...retries,
      ...characters.map(({ id, name, model_name }) => page(name, `AI character, ${model_name}`, Bot, rolePath(id))),
      ...sets.map(({ id, name, description }) => page(name, `Post group, ${description}`, UsersRound, groupPath(id))),
      ...agents.map(({ id, username, group, is_active }) =>
        page(
          username,
          ['Media agent', group ?? 'no group', ...(is_active ? [] : ['inactive'])].join(', '),
          AtSign,
          accountPath(id),
        ),
      ),
    ]),
  }
}

/** Entries with what they are searched by: their name, and all else that is said of them. Made once, since accents are taken off. */
export const searchable = (entries: Entry[]) =>
  entries.map((entry) => ({
    entry,
    name: plain(entry.label),
    about: plain(`${entry.words ?? ''} ${entry.helper}`),
  }))

/** Those in which every word is found, its letters in their order, accents aside; the best first, else in their order. */
export const foundIn = (all: ReturnType<typeof searchable>, query: string): Entry[] =>
  plain(query)
    .split(' ')
    .map((word) => (word.startsWith('@') ? word.slice(1) : word))
    .filter(Boolean)
    .reduceRight((found, word) => matchSorter(found, word, { keys, baseSort: () => 0, keepDiacritics: true }), all)
    .map(({ entry }) => entry)

const keys = ['name', { key: 'about', threshold: matchSorter.rankings.CONTAINS }]

/** Letters without their marks: Zoë is found by "zoe". */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')
