import type { Mutant } from './mutant'

const item = 'server/delivery/itemMachine.ts'

/** The server's delivery; chosen on 2026-11-24 by reading the chart and its wiring, before any test was opened. */
export const deliveryMutants: Mutant[] = [
  {
    name: 'what X defers is sent again at once',
    kind: 'dropped save',
    file: item,
    from: "        'post.deferred': {\n          target: 'queued',\n          actions: [\n            { type: 'schedule', params: ({ event }) => event },\n",
    to: "        'post.deferred': {\n          target: 'queued',\n          actions: [\n",
  },
  {
    name: 'what a person is to post is sent by API too',
    kind: 'added transition',
    file: item,
    from: "        'hand.look': {",
    to: "        'item.claim': { target: 'posting', actions: 'countAttempt' },\n        'hand.look': {",
  },
  {
    name: 'what is posted can be retried',
    kind: 'added transition',
    file: item,
    from: "        'post.corrected': {",
    to: "        'item.retry': { target: 'queued', actions: { type: 'schedule', params: ({ event }) => event } },\n        'post.corrected': {",
  },
  {
    name: 'readings of an earlier doubt count for the next one',
    kind: 'forgotten reset',
    file: item,
    from: "    unknown: {\n      exit: ['forgetReads', 'forgetRestored'],\n",
    to: "    unknown: {\n      exit: 'forgetRestored',\n",
  },
  {
    name: 'an answer counts for an item that somebody else has claimed since',
    kind: 'other guard',
    file: 'server/delivery/outcome.ts',
    from: "if (!isOurs && verdict.kind !== 'done') return undefined",
    to: "if (!isOurs && verdict.kind === 'done') return undefined",
  },
  {
    name: 'after a crash X is asked before it may show the post',
    kind: 'scaled delay',
    file: 'server/delivery/recover.ts',
    from: 'at: timestamp(later(endOf(row, at), settleMs))',
    to: 'at: timestamp(later(endOf(row, at), settleMs / 100))',
  },
  {
    name: 'after a restored backup what waited is sent without a look on X',
    kind: 'other guard',
    file: 'server/delivery/restore.ts',
    from: "eb('state', 'in', ['queued', ...openOutcome])",
    to: "eb('state', 'in', openOutcome)",
  },
  {
    name: "another item's post is taken for this one's",
    kind: 'other element',
    file: 'server/delivery/verify.ts',
    from: 'return oldestFirst(await withoutItem(trx, fitting))[0]',
    to: 'return oldestFirst(fitting)[0]',
  },
  {
    name: 'every account posts the first reply',
    kind: 'other element',
    file: 'server/delivery/enqueue.ts',
    from: '      content: reply.content,\n',
    to: '      content: (replies[0] ?? reply).content,\n',
  },
  {
    name: 'cancelling one item cancels all that wait',
    kind: 'other element',
    file: 'server/delivery/cancel.ts',
    from: "      .$if(action === 'cancel', (query) => query.where('id', '=', itemId))\n",
    to: '',
  },
  {
    name: 'the instance does not remember which attempts it made',
    kind: 'dropped save',
    file: 'server/delivery/worker.ts',
    from: '() => mark.note(next.attemptId)',
    to: '() => undefined',
  },
  {
    name: 'each reply is sent twice',
    kind: 'doubled effect',
    file: 'server/delivery/worker.ts',
    from: '    return x\n      .createReply(access, reply, () => store.clock().getTime() < sendBefore)\n',
    to: '    await x.createReply(access, reply, () => store.clock().getTime() < sendBefore)\n    return x\n      .createReply(access, reply, () => store.clock().getTime() < sendBefore)\n',
  },
]
