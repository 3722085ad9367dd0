import type { Mutant } from './mutant'

const follow = 'src/machines/taskFollow.ts'
const inbox = 'src/machines/inbox.ts'

/** What screens show and do; chosen on 2026-11-24 by reading the charts, before any test was opened. */
export const screenMutants: Mutant[] = [
  {
    name: 'a server that does not answer is asked a hundred times as often',
    kind: 'scaled delay',
    file: follow,
    from: 'retryInterval: 30_000,',
    to: 'retryInterval: 300,',
  },
  {
    name: 'the end of tasks that nobody waits for is told',
    kind: 'other guard',
    file: follow,
    from: '(task) => isSummaryAtRest(task) && isUnderWay(context, task.id)',
    to: '(task) => isSummaryAtRest(task)',
  },
  {
    name: 'a dismissed outcome comes back after a reload',
    kind: 'dropped save',
    file: follow,
    from: "'outcome.dismiss': { actions: [{ type: 'dismiss', params: ({ event }) => event }, 'save'] },",
    to: "'outcome.dismiss': { actions: [{ type: 'dismiss', params: ({ event }) => event }] },",
  },
  {
    name: 'the link of a post is confirmed for the first item of the task',
    kind: 'other element',
    file: 'src/machines/taskWatch.ts',
    from: 'const { item_id, tweet_url } = event\n          return { task_id: context.task_id, item_id,',
    to: 'const { tweet_url } = event\n          return { task_id: context.task_id, item_id: context.task?.items[0]?.id ?? event.item_id,',
  },
  {
    name: 'a list that is asked for again while it loads keeps the older answer',
    kind: 'removed transition',
    file: 'src/machines/loader.ts',
    from: "on: { 'list.reload': { target: 'loading', reenter: true, actions: 'startOver' } },",
    to: "on: { 'list.reload': { actions: 'startOver' } },",
  },
  {
    name: 'a refused change takes back the one that was made last',
    kind: 'other element',
    file: inbox,
    from: 'const [refused, ...changes] = context.changes\n',
    to: 'const refused = context.changes.at(-1)\n      const changes = context.changes.slice(0, -1)\n',
  },
  {
    name: 'of several changes the newest is stored again and again',
    kind: 'other element',
    file: inbox,
    from: "input: ({ context }) => present(context.changes[0], 'change to store'),",
    to: "input: ({ context }) => present(context.changes.at(-1), 'change to store'),",
  },
  {
    name: 'what was said not to be posted counts as posted once it leaves the list',
    kind: 'forgotten reset',
    file: 'src/machines/handOver.ts',
    from: "'item.notPosted': { target: 'deciding', actions: 'forgetOpened' },",
    to: "'item.notPosted': { target: 'deciding' },",
  },
  {
    name: 'whatever is decided is decided for the first of the items to post',
    kind: 'other element',
    file: 'src/machines/handOver.ts',
    from: '  const item = currentOf(context)\n  if (item === undefined) throw',
    to: '  const item = currentOf(context) && context.items[0]\n  if (item === undefined) throw',
  },
  {
    name: 'what stood in the form comes back after it was saved',
    kind: 'forgotten reset',
    file: 'src/machines/editor.ts',
    from: "actions: ['announceUpdated', 'settleForm', 'goHome']",
    to: "actions: ['announceUpdated', 'goHome']",
  },
  {
    name: 'changing a saved reply adds another one',
    kind: 'payload',
    file: 'src/machines/savedReplies.ts',
    from: 'return { roleId, saved: opened?.saved, body: event.body }',
    to: 'return { roleId, saved: opened && undefined, body: event.body }',
  },
  {
    name: 'of two forms on a page only the first is given up',
    kind: 'other element',
    file: 'src/machines/leaving.ts',
    from: 'for (const page of context.pages) enqueue.sendTo(page, discard)',
    to: 'for (const page of context.pages.slice(0, 1)) enqueue.sendTo(page, discard)',
  },
]
