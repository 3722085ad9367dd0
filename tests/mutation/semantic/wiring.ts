import type { Mutant } from './mutant'

const follow = 'src/actors/follow.ts'

/** Services given to machines, and effects; chosen on 2026-11-24 by reading the wiring, before any test was opened. */
export const wiringMutants: Mutant[] = [
  {
    name: 'the draft is not stored',
    kind: 'dropped save',
    file: 'src/actors/composer.ts',
    from: 'const became = drafts.save(event.draft)',
    to: "const became: Keeping = 'kept'",
  },
  {
    name: 'two different sends have one idempotency key',
    kind: 'other element',
    file: 'src/actors/sending.ts',
    from: 'const intent = JSON.stringify({ mode, body, contents: expected.map(({ content }) => content) })',
    to: 'const intent = JSON.stringify({ mode })',
  },
  {
    name: 'what is followed is not stored',
    kind: 'dropped save',
    file: follow,
    from: 'receive((event) => store.save(event.followed))',
    to: 'receive(() => {})',
  },
  {
    name: 'nobody is told in which task what waits was cancelled',
    kind: 'payload',
    file: follow,
    from: 'underWay.delete(task_id)\n              services.taskChanges.tell(task_id)',
    to: 'underWay.delete(task_id)\n              services.taskChanges.tell(undefined)',
  },
  {
    name: 'what was typed by one operator is there for the next one',
    kind: 'forgotten reset',
    file: 'src/actors/session.ts',
    from: '        forgetTyped()\n',
    to: '',
  },
  {
    name: 'each message is shown twice',
    kind: 'doubled effect',
    file: 'src/effects.ts',
    from: 'if (isToast(event)) void show(event)\n      if (isNavigate(event))',
    to: 'if (isToast(event)) void show(event)\n      if (isToast(event)) void show(event)\n      if (isNavigate(event))',
  },
]
