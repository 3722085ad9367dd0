import {
  AtSign,
  Bot,
  CircleAlert,
  Download,
  FileUp,
  History,
  ListPlus,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Plus,
  RotateCw,
  SkipForward,
  Sun,
  UsersRound,
} from 'lucide-react'
import { matchSorter } from 'match-sorter'
import { ourPages, type Page, sections, settings } from '../../../routes'
import type { Account } from '../../../schemas/accounts/accounts'
import { activityOf } from '../../../schemas/accounts/activity'
import type { Role } from '../../../schemas/characters/roles'
import { buttons } from '../../../schemas/crud.words'
import type { Group } from '../../../schemas/groups/groups'
import { countsOf, failuresOf, subjectOf } from '../../../schemas/history/taskOutcome'
import type { TaskSummary } from '../../../schemas/history/tasks'
import {
  accountPath,
  accountsPath,
  groupPath,
  groupsPath,
  homePath,
  rolePath,
  rolesPath,
  taskPath,
} from '../../../schemas/paths'
import * as words from '../../../schemas/shell/palette.words'
import { logoutHelper, reportAProblem } from '../../../schemas/shell/shell.words'
import type { Theme } from '../../../schemas/shell/theme'
import type { Ask } from '../../crud/asked'

export type Choice =
  | { do: 'go'; to: string; ask?: Ask }
  | { do: 'theme'; theme: Theme }
  | { do: 'template' }
  | { do: 'report' }
  | { do: 'logout' }
  | { do: 'reload' }

export interface Entry {
  id: string
  label: string
  helper: string
  icon: LucideIcon
  choice: Choice
  words?: string
}

export interface Lists {
  accounts: Account[] | undefined
  roles: Role[] | undefined
  groups: Group[] | undefined
  tasks: TaskSummary[] | undefined
}

/** Lines drawn at once, the best matches first. */
export const mostShown = 50
/** Shown before the operator types. */
const mostAtRest = 10

const page = (label: string, helper: string, icon: LucideIcon, to: string): Entry => ({
  id: to,
  label,
  helper,
  icon,
  choice: { do: 'go', to },
})

const pageOf = ({ title, helper, icon, path }: Omit<Page, 'screen'>) => page(title(''), helper, icon, path)

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
  action(`Theme: ${label}`, words.themeHelper, themeIcons[value], { do: 'theme', theme: value }, 'mode colour')

const nextPost = action('Next post', words.nextPostHelper, SkipForward, { do: 'go', to: homePath, ask: 'nextPost' })

const actions: Entry[] = [
  action('Connect account', words.connectHelper, Plus, {
    do: 'go',
    to: accountsPath,
    ask: 'create',
  }),
  action('Import CSV', words.importHelper, FileUp, { do: 'go', to: accountsPath, ask: 'import' }),
  action('CSV template', words.templateHelper, Download, { do: 'template' }),
  action(
    'Create character',
    words.characterHelper,
    Plus,
    { do: 'go', to: rolesPath, ask: 'create' },
    'persona role add new',
  ),
  action('Create group', words.groupHelper, Plus, { do: 'go', to: groupsPath, ask: 'create' }, 'add new'),
  action('Many links', words.manyLinksHelper, ListPlus, { do: 'go', to: homePath, ask: 'manyLinks' }),
  theme('light', 'light'),
  theme('dark', 'dark'),
  theme('system', 'system'),
  action(reportAProblem, words.reportHelper, CircleAlert, { do: 'report' }, 'bug error recording help'),
  action('Logout', logoutHelper, LogOut, { do: 'logout' }, 'sign out'),
]

/** Always shown, because the missing list might contain the result. */
export const reloadOf = (failed: string): Entry =>
  action(buttons.tryAgain, words.notLoaded(failed), RotateCw, { do: 'reload' })

const retryOf = (task: TaskSummary): Entry => ({
  ...action(words.retryFailed(subjectOf(task)), countsOf(task), RotateCw, {
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
 * A retry follows its task, because it sends and must not be the first match of a few letters. No entry contains a
 * secret.
 */
export const entriesOf = (
  { accounts: agents = [], roles: characters = [], groups: sets = [], tasks = [] }: Lists,
  hasQueue: boolean,
  isOurs = true,
): { atRest: Entry[]; searched: ReturnType<typeof searchable> } => {
  const pages = [...sections, ...(isOurs ? [...ourPages, settings] : [])].map(pageOf)
  const always = [...pages, ...(hasQueue ? [nextPost] : []), ...actions]
  const retries = isOurs ? tasks.filter((task) => failuresOf(task) > 0).map(retryOf) : []
  const likely = [...(hasQueue ? [nextPost] : []), ...pages]
  return {
    atRest: [...likely, ...retries.slice(0, 1), ...tasks.slice(0, mostAtRest).map(ofTask), ...actions].slice(
      0,
      mostAtRest,
    ),
    searched: searchable([
      ...always,
      ...tasks.map(ofTask),
      ...retries,
      ...characters.map(({ id, name, model_name }) => page(name, `AI character, ${model_name}`, Bot, rolePath(id))),
      ...sets.map(({ id, name, description }) => page(name, `Post group, ${description}`, UsersRound, groupPath(id))),
      ...agents.map((agent) =>
        page(
          agent.username,
          ['Media agent', agent.group ?? 'no group', ...activityNames[activityOf(agent)]].join(', '),
          AtSign,
          accountPath(agent.id),
        ),
      ),
    ]),
  }
}

const activityNames = { active: [], inactive: ['inactive'], unknown: ['status unknown'] }

/** Built once, because removing accents takes time. */
export const searchable = (entries: Entry[]) =>
  entries.map((entry) => ({
    entry,
    name: plain(entry.label),
    about: plain(`${entry.words ?? ''} ${entry.helper}`),
  }))

/** Every word must match with its letters in order, ignoring accents; best matches first. */
export const foundIn = (all: ReturnType<typeof searchable>, query: string): Entry[] =>
  plain(query)
    .split(' ')
    .map((word) => (word.startsWith('@') ? word.slice(1) : word))
    .filter(Boolean)
    .reduceRight((found, word) => matchSorter(found, word, { keys, baseSort: () => 0, keepDiacritics: true }), all)
    .map(({ entry }) => entry)

const keys = ['name', { key: 'about', threshold: matchSorter.rankings.CONTAINS }]

/** "zoe" finds Zoë. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')
