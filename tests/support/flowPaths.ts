import type { AnyMachineSnapshot, EventObject } from 'xstate'
import { problemStatus } from '../../src/machines/crud/failure'
import type { CsvContent } from '../../src/schemas/csvRows'
import { replyFlow } from '../machines/composerModels'
import { bulkDelete, csvImport } from '../machines/listModels'
import { fetched, lostAnswer } from '../machines/samples'
import { coveringPaths } from './replay'

const blank = (context: { revision: number; form: { tweet_url: string; role_id: string } }) =>
  context.revision === 0 && context.form.tweet_url === '' && context.form.role_id === ''

/**
 * Events that a person cannot cause here. Other tests cover them: tests/views/inbox/inbox.test.tsx (mentions),
 * tests/e2e/queue.test.ts (the queue), tests/views/composer/draft.test.tsx (other tabs, storage),
 * tests/machines/replyHistory.test.ts (steps back to an edit). The rest is impossible: a click behind a dialog,
 * selecting the selected mode, undoing a reload.
 */
const isPossible = (snapshot: AnyMachineSnapshot, event: EventObject): boolean => {
  const { context } = snapshot
  const isOpen = (state: string) => snapshot.matches({ work: { open: state } })
  if (event.type === 'reply.changed' || event.type === 'mention.answer') return false
  if (event.type === 'draft.undo' && context.earlier?.at(-1)?.unsaved) return false
  if (['post.open', 'fields.fill', 'preview.take', 'send.takenBack'].includes(event.type)) return false
  if (['draft.displaced', 'draft.kept', 'draft.refused', 'draft.sent'].includes(event.type)) return false
  if ((event.type === 'reply.copy' || event.type === 'reply.told') && !isOpen('previewing')) return false
  const isEditing = snapshot.matches({ work: { open: { occupied: 'editing' } } })
  const ofKnownPost = context.post === undefined || context.post.tweet_id === fetched.tweet_id
  if (event.type === 'draft.restored') return isOpen('idle') && snapshot.matches({ draft: 'fresh' }) && blank(context)
  if (event.type === 'mode.select') return 'mode' in event && event.mode !== context.mode && !isEditing
  if (event.type === 'draft.change') {
    if (snapshot.matches({ work: 'sending' }) || isOpen('fetchingContent')) return true
    return !snapshot.hasTag('busy') && !isEditing
  }
  if (event.type === 'xstate.done.actor.fetchContent' && context.replies.length === 0) {
    return 'output' in event && event.output === fetched
  }
  return ofKnownPost || event.type.startsWith('xstate.')
}

/** Transitions that only mentions from the inbox cause, and a reset that interrupts a stored text. */
export const byMention = [
  'replyFlow.mode.batch --mention.answer [inline]--> replyFlow.mode.solo',
  'replyFlow.work --mention.answer [inline]--> replyFlow.work.open.fetchingContent',
  'replyFlow.work.open --draft.undo [inline]--> replyFlow.work.open.occupied.editing',
  'replyFlow.work.open.fetchingContent --xstate.done.actor.fetchContent [isAnswering]--> replyFlow.work.open.generating.one',
]

/** Transitions that only the queue causes. */
export const byQueue = [
  'replyFlow.draft --fields.fill [inline]--> replyFlow.draft',
  'replyFlow.work.open.idle --preview.take [isSolo]--> replyFlow.work.open.previewing',
  'replyFlow.work.open.idle --preview.take--> replyFlow.work.open.generating.all.between',
  'replyFlow.work --post.open [inline]--> replyFlow.work.open.fetchingContent',
]

/** tests/views/composer/takenBack.test.tsx covers the transitions of a held send. */
export const byTakingBack = ['replyFlow.work.sent --send.takenBack [remembersSent]--> replyFlow.work.open.looking']

/** Transitions that other tabs cause, and a browser with full storage. */
export const byTabs = [
  'replyFlow.draft --draft.sent--> replyFlow.draft',
  'replyFlow.draft.displaced --draft.kept--> replyFlow.draft.keeping',
  'replyFlow.draft.displaced --draft.refused--> replyFlow.draft.refused',
  'replyFlow.draft.displaced -- [isUnkept]--> replyFlow.draft.keeping',
  'replyFlow.draft.keeping --draft.displaced--> replyFlow.draft.displaced',
  'replyFlow.draft.keeping --draft.refused--> replyFlow.draft.refused',
  'replyFlow.draft.refused --draft.displaced--> replyFlow.draft.displaced',
  'replyFlow.draft.refused --draft.kept--> replyFlow.draft.keeping',
  'replyFlow.draft.refused -- [isUnkept]--> replyFlow.draft.keeping',
]

export const replyFlowPaths = coveringPaths(replyFlow, isPossible)

/** Transitions of a lost network and of an earlier session, and those of tests/views/accounts/importOffers.test.tsx. */
export const byInterruption = [
  'csvImport.cut --file.choose--> csvImport.reading',
  'csvImport.cut --report.dismiss--> csvImport.idle',
  'csvImport.grouping --xstate.done.actor.createGroups--> csvImport.importing',
  'csvImport.grouping --xstate.error.actor.createGroups--> csvImport.paused',
  'csvImport.idle --import.cut--> csvImport.cut',
  'csvImport.idle --import.recall [isOver]--> csvImport.settled',
  'csvImport.idle --import.recall--> csvImport.interrupted',
  'csvImport.importing --xstate.error.actor.createRow [inline]--> csvImport.paused',
  'csvImport.importing --xstate.error.actor.createRow [inline]--> csvImport.settling',
  'csvImport.importing --xstate.error.actor.createRow [isLost]--> csvImport.unreached',
  'csvImport.importing --xstate.error.actor.createRow [isSignedOut]--> csvImport.interrupted',
  'csvImport.interrupted --import.resume--> csvImport.importing',
  'csvImport.interrupted --import.stop--> csvImport.settling',
  'csvImport.previewing --column.choose--> csvImport.previewing',
  'csvImport.previewing --file.choose--> csvImport.reading',
  'csvImport.previewing --preview.accept [areUsable]--> csvImport.importing',
  'csvImport.previewing --report.dismiss--> csvImport.idle',
  'csvImport.reading --xstate.done.actor.read [isGuessed]--> csvImport.previewing',
  'csvImport.settled --groups.choose [hasGroupless]--> csvImport.grouping',
  'csvImport.unreached --import.pause--> csvImport.paused',
  'csvImport.unreached --import.resume--> csvImport.importing',
  'csvImport.unreached --import.stop--> csvImport.settling',
  'csvImport.unreached --xstate.done.actor.reach--> csvImport.importing',
  'csvImport.unreached --xstate.error.actor.reach--> csvImport.paused',
]

/** tests/views/reload covers a lost network and an earlier session. */
export const csvImportPaths = coveringPaths(csvImport, (_, event) => {
  if (['import.recall', 'import.cut', 'groups.choose'].includes(event.type)) return false
  if ('output' in event && (event.output as CsvContent | undefined)?.headers) return false
  return !('error' in event) || (event.error !== lostAnswer && problemStatus(event.error) === undefined)
})

/** A person ticks only visible, unticked rows, and only an import reloads the list behind a question. */
const isPossibleChoice = (snapshot: AnyMachineSnapshot, event: EventObject): boolean => {
  const { chosen, queue } = snapshot.context
  const ids: unknown[] = 'ids' in event && Array.isArray(event.ids) ? event.ids : []
  const isListOld = queue.length === 0 || snapshot.matches('settled')
  if (event.type === 'choice.add') return isListOld && ids.some((id) => !chosen.includes(id))
  if (event.type === 'choice.remove') return ids.every((id) => chosen.includes(id))
  return event.type !== 'list.changed' || snapshot.matches('confirming') || snapshot.matches('settled')
}

export const bulkDeletePaths = coveringPaths(bulkDelete, isPossibleChoice)
