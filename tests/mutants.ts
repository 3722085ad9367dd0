// npm run mutate:laws -- [WORDS]: puts one fault after the other into a copy of this tree, and runs sentences and laws,
// without goldens. Each fault has to be noticed. WORDS choose the faults whose title contains them.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { copyOfTree, type Fault, putFault } from './support/brokenTree'

interface Mutant extends Fault {
  title: string
  project: 'machines' | 'server' | 'views'
  tests: string[]
}

const machines = (title: string, fault: Fault, ...tests: string[]): Mutant => ({
  title,
  ...fault,
  project: 'machines',
  tests: tests.map((name) => `tests/machines/${name}.test.ts`),
})

export const mutants: Mutant[] = [
  machines(
    'Undo leads back to sent replies',
    {
      file: 'src/machines/composer/draftHistory.ts',
      from: 'state.replies.length > 0 && !state.replies.some((each) => sent.has(each.reply_id)),',
      to: 'state.replies.length > 0 && sent.size >= 0,',
    },
    'composer/replyHistory',
  ),
  machines(
    'fields without replies become an Undo step after a send',
    {
      file: 'src/machines/composer/draftHistory.ts',
      from: 'state.replies.length > 0 && !state.replies.some',
      to: '!state.replies.some',
    },
    'composer/replyHistory',
  ),
  machines(
    'a second Undo forgets what Redo restores',
    {
      file: 'src/machines/composer/draftHistory.ts',
      from: 'earlier: withoutLast(draft.earlier), later: [...(draft.later ?? []), ',
      to: 'earlier: withoutLast(draft.earlier), later: [',
    },
    'composer/replyHistory',
  ),
  machines(
    'Redo forgets the steps before',
    {
      file: 'src/machines/composer/draftHistory.ts',
      from: 'earlier: [...(draft.earlier ?? []), stateOf(draft, step)]',
      to: 'earlier: [stateOf(draft, step)]',
    },
    'composer/replyHistory',
  ),
  machines(
    'a change keeps what Redo restores',
    {
      file: 'src/machines/composer/draftHistory.ts',
      from: 'stateOf(draft, step)]), later: undefined }',
      to: 'stateOf(draft, step)]), later }',
    },
    'composer/replyHistory',
  ),
  machines(
    'a send of an earlier version is forgotten after a reload',
    {
      file: 'src/machines/queue/queueSetup.ts',
      from: "(view.phase === 'sent' || isGone(sending_ids, view))",
      to: 'isGone(sending_ids, view)',
    },
    'queue/queue',
  ),
  machines(
    'Next is offered for the open post',
    {
      file: 'src/machines/queue/queueSetup.ts',
      from: 'nextOf(context.entries, context.view?.linked) !== undefined',
      to: 'nextOf(context.entries, undefined) !== undefined',
    },
    'queue/queue',
  ),
  machines(
    'Add overwrites the saved reply whose edit was cancelled',
    {
      file: 'src/machines/savedReplies/savedReplies.ts',
      from: "'form.cancel': { target: 'browsing', actions: 'forgetOpened' }",
      to: "'form.cancel': { target: 'browsing' }",
    },
    'randomWalks',
    'savedReplies/savedReplies',
  ),
  {
    title: 'a failed item takes the post that another item sent',
    file: 'server/posting/verify/reconcile.ts',
    from: 'failed.filter(({ reply_id }) => !elsewhere.has(reply_id))',
    to: 'failed.filter(() => elsewhere.size >= 0)',
    project: 'server',
    tests: ['tests/server/posting/unknown.test.ts'],
  },
  {
    title: 'a reply that was sent before becomes manual without a reading of X',
    file: 'server/posting/worker/claim.ts',
    from: 'next.attempts > 0 || ',
    to: '',
    project: 'server',
    tests: ['tests/server/posting/manual.test.ts'],
  },
  {
    title: 'the daily budget of the server stops only operators with a budget of their own',
    file: 'server/posting/worker/claim.ts',
    from: 'if (lower(budget, ceiling) === null)',
    to: 'if (budget === null || lower(budget, ceiling) === null)',
    project: 'server',
    tests: ['tests/server/usage/budgets.test.ts'],
  },
  {
    title: 'X refuses two replies to one post, and their account pauses',
    file: 'server/posting/worker/outcome.ts',
    from: 'if (earlier === null || earlier === item.target_tweet_id) return',
    to: 'if (earlier === null) return',
    project: 'server',
    tests: ['tests/server/posting/refusals.test.ts'],
  },
  {
    title: 'an acceptance that arrives after the lease ended is dropped',
    file: 'server/posting/worker/outcome.ts',
    from: "if (!isOurs && verdict.kind !== 'done')",
    to: 'if (!isOurs)',
    project: 'server',
    tests: ['tests/server/posting/late.test.ts', 'tests/server/posting/recovery.test.ts'],
  },
  machines(
    'a 429 ends the enrolment of an authenticator app',
    { file: 'src/machines/security/secondFactor.ts', from: '[422, 429].includes', to: '[422].includes' },
    'security/secondFactor',
  ),
  machines(
    'the actors of dropped replies run on',
    {
      file: 'src/machines/composer/replyFlowSetup.ts',
      from: 'for (const card of left) enqueue.stopChild(card)',
      to: '',
    },
    'randomWalks',
  ),
  machines(
    'prepared replies count as handed over while the composer is busy',
    {
      file: 'src/machines/queue/queueDrafts.ts',
      from: "return context.view?.isReady && drafts?.phase === 'ready' ? drafts : undefined",
      to: "return drafts?.phase === 'ready' ? drafts : undefined",
    },
    'randomWalks',
    'queue/queueDrafts',
  ),
  machines(
    'the refusal of a new name of a passkey stays at the form that adds one',
    {
      file: 'src/machines/security/passkeys.ts',
      from: "'rename.cancel': { target: 'shown', actions: ['forgetChosen', 'forgetRefusal'] }",
      to: "'rename.cancel': { target: 'shown', actions: 'forgetChosen' }",
    },
    'forms',
  ),
  machines(
    'a refused save leaves the page without a question',
    {
      file: 'src/machines/crud/editor.ts',
      from: "onError: { target: 'editing', actions: { type: 'announceUpdateFailed', params: ({ event }) => event } }",
      to: "onError: { target: 'editing', actions: 'forgetChange' }",
    },
    'forms',
  ),
  machines(
    'the fault of the last link is shown at the next reply',
    {
      file: 'src/machines/manual/manualPosting.ts',
      from: 'fault: place >= 0 ? context.fault : undefined,',
      to: 'fault: context.fault,',
    },
    'randomWalks',
  ),
  {
    title: 'a closed edit dialog still waits for its reply',
    file: 'src/machines/composer/composer.actors.ts',
    from: 'api.getReply({ params: { replyId: reply_id }, signal })',
    to: 'api.getReply({ params: { replyId: reply_id } })',
    project: 'views',
    tests: ['tests/actors/stopped.test.ts'],
  },
  machines(
    'a recording begins in the middle of an event',
    {
      file: 'src/recording/ring.ts',
      from: 'if (open.size === 0 && isFromOutside(entry, actors)) beginning',
      to: 'if (isFromOutside(entry, actors)) beginning',
    },
    '../recording/rerun',
  ),
  machines(
    'a filter in an address becomes a placeholder',
    { file: 'src/recording/placeholders.ts', from: '(?:status|state|first', to: '(?:state|first' },
    '../recording/everyMachine',
  ),
  {
    title: 'X is asked a sixth time whether it knows the tokens',
    file: 'server/posting/worker/outcome.ts',
    from: 'item.attempts >= mostMoments',
    to: 'item.attempts > mostMoments',
    project: 'server',
    tests: ['tests/server/posting/refusals.test.ts'],
  },
  {
    title: 'doubt after a reset includes replies that are newer',
    file: 'server/posting/worker/outcome.ts',
    from: 'if (doubtedAt && item.created_at <= timestamp(doubtedAt)) return true',
    to: 'if (doubtedAt) return true',
    project: 'server',
    tests: ['tests/server/posting/turnedBack.test.ts'],
  },
  {
    title: 'a restored item is looked for only from its first known attempt on',
    file: 'server/posting/verify/verify.ts',
    from: 'item.restored_at === null ? (at ?? item.created_at) : item.created_at',
    to: 'at ?? item.created_at',
    project: 'server',
    tests: ['tests/server/posting/reading.test.ts'],
  },
  {
    title: 'a lost answer is looked for with the keys of another user',
    file: 'server/posting/verify/verify.ts',
    from: 'if (item.author_id !== null && item.author_id !== userId) {',
    to: "if (userId === '') {",
    project: 'server',
    tests: ['tests/server/posting/whoseKeys.test.ts'],
  },
  {
    title: 'a reading completes replies of the earlier owner of the keys',
    file: 'server/posting/verify/reconcile.ts',
    from: 'items.filter(({ author_id }) => author_id === null || author_id === userId)',
    to: 'items',
    project: 'server',
    tests: ['tests/server/posting/whoseKeys.test.ts'],
  },
  {
    title: 'a queued reply takes a known post of the later owner of the keys',
    file: 'server/posting/verify/known.ts',
    from: 'item.author_id === null || item.author_id === read?.userId ? read : undefined',
    to: 'read',
    project: 'server',
    tests: ['tests/server/posting/whoseKeys.test.ts'],
  },
  {
    title: 'a fallback page opens before the new state is seen',
    file: 'src/effects.ts',
    from: 'queueMicrotask(() => navigate(event.fallback))',
    to: 'navigate(event.fallback)',
    project: 'views',
    tests: ['tests/services/effects.test.tsx'],
  },
  ...(
    [
      ['a function', '() => params.file.name'],
      ['a file', 'new Blob([params.file.name])'],
      ['an instance of a class', 'new Map([[params.file.id, params.file.name]])'],
      ['the snapshot of a machine', 'csvImportMachine.resolveState({ value: "idle", context: nothingChosen })'],
    ] as const
  ).map(([what, value]) =>
    machines(
      `a context contains ${what}`,
      {
        file: 'src/machines/accounts/csvImport.ts',
        from: 'fileName: params.file.name })),',
        to: `fileName: params.file.name, kept: ${value} })),`,
      },
      'plainContexts',
    ),
  ),
  machines(
    'an event contains a file',
    {
      file: 'tests/machines/crud/listModels.ts',
      from: "const file = { id: 'file 1', name: 'agents.csv' }",
      to: "const file = { id: 'file 1', name: 'agents.csv', own: new File([], 'agents.csv') }",
    },
    'plainContexts',
  ),
]

const isNoticed = (folder: string, { project, tests }: Mutant): boolean => {
  const { NODE_ENV: _, ...env } = process.env
  const command = ['node_modules/vitest/vitest.mjs', 'run', `--project=${project}`, '--bail=1', ...tests]
  const { stdout, stderr } = spawnSync(process.execPath, command, { cwd: folder, env, encoding: 'utf8' })
  const tally = /^\s*Tests .*$/m.exec(stdout.replaceAll(/\p{Cc}\[\d+m/gu, ''))?.[0] ?? ''
  if (!/\d+ (passed|failed)/.test(tally)) throw new Error(`No test ran\n${stdout}${stderr}`)
  return /\d+ failed/.test(tally)
}

const main = (words: string): void => {
  const chosen = mutants.filter(({ title }) => title.includes(words))
  if (chosen.length === 0) throw new Error(`No title contains "${words}"`)
  const folder = copyOfTree()
  try {
    for (const mutant of chosen) {
      const remove = putFault(folder, mutant)
      const noticed = isNoticed(folder, mutant)
      remove()
      console.log(`${noticed ? 'noticed' : 'SURVIVED'}: ${mutant.title}`)
      if (!noticed) process.exitCode = 1
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1]?.endsWith('mutants.ts')) main(process.argv.slice(2).join(' '))
