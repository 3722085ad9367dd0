import { click, failedLoad, hold, refuse, type ScreenState, text } from './steps'

export const emptyStates: ScreenState[] = [
  {
    name: 'home-checklist',
    path: '/admin/home',
    as: 'newcomer',
    enter: (page) => text(page, 'Before your first reply'),
  },
  ...(
    [
      ['roles', '/admin/ai-character'],
      ['agents', '/admin/media-agent'],
      ['groups', '/admin/group'],
      ['history', '/admin/history'],
    ] as const
  ).map(
    ([name, path]): ScreenState => ({
      name: `${name}-empty`,
      path,
      as: 'newcomer',
      enter: (page) => text(page, 'No results.'),
    }),
  ),
  {
    name: 'agents-create-without-groups',
    path: '/admin/media-agent',
    as: 'newcomer',
    enter: async (page) => {
      await click(page, 'Add Media Agent')
      await page.getByRole('dialog').getByText('No groups found. Please create a group first.').waitFor()
    },
  },
]

export const waitingStates: ScreenState[] = (
  [
    ['home', '/admin/home', '/ai-roles*', 'Auto Comment Bot', 'Auto Comment Bot'],
    ['roles', '/admin/ai-character', '/ai-roles*', 'Loading...', 'No results.'],
    ['agents', '/admin/media-agent', '/twitter/accounts*', 'Loading...', 'No results.'],
    ['agent', '/admin/media-agent/1', '/twitter/accounts/1', 'Loading...', 'Media Agent Details'],
    ['groups', '/admin/group', '/groups', 'Loading...', 'No results.'],
    ['history', '/admin/history', '/tasks/*', 'Loading...', 'No results.'],
    ['task', '/admin/history/1', '/tasks/1', 'Loading...', 'Task not found.'],
  ] as const
).flatMap(([name, path, call, waiting, failed]): ScreenState[] => [
  {
    name: `${name}-loading`,
    path: '/admin/missing',
    as: 'furnished',
    enter: async (page) => {
      await hold(page, call)
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await text(page, waiting)
    },
  },
  {
    name: `${name}-failed`,
    path: '/admin/missing',
    as: 'furnished',
    expects: failedLoad,
    enter: async (page) => {
      await refuse(page, call, name === 'task' ? 404 : 503)
      await page.goto(path)
      await text(page, failed)
      if (name !== 'task') await page.getByRole('button', { name: 'Try again' }).first().waitFor()
    },
  },
])
