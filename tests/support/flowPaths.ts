import type { AnyMachineSnapshot, EventObject } from 'xstate'
import { problemStatus } from '../../src/machines/crud/failure'
import type { ImportContent } from '../../src/schemas/accounts/csvRows'
import { replyFlow } from '../machines/composer/composerModels'
import { bulkChange, csvImport } from '../machines/crud/listModels'
import { fetched, lostAnswer } from '../machines/samples'
import { coveringPaths } from './replay'

const blank = (context: { revision: number; form: { tweet_url: string; role_id: string } }) =>
  context.revision === 0 && context.form.tweet_url === '' && context.form.role_id === ''

/**
 * Events that a person cannot cause here. Other tests cover them: tests/views/inbox/inbox.test.tsx (mentions),
 * tests/e2e/queue.test.ts (the queue), tests/views/composer/draft.test.tsx (other tabs, storage),
 * tests/machines/composer/replyHistory.test.ts (steps back to an edit). The rest is impossible: a click behind a dialog,
 * selecting the selected mode, undoing a reload.
 */
const isPossible = (snapshot: AnyMachineSnapshot, event: EventObject): boolean => {
  const { context } = snapshot
  const isOpen = (state: string) => snapshot.matches({ work: { open: state } })
  if (event.type === 'reply.changed' || event.type === 'mention.answer') return false
  if (event.type === 'draft.undo' && context.earlier?.at(-1)?.unsaved) return false
  if (['post.open', 'fields.fill', 'preview.take', 'send.takenBack'].includes(event.type)) return false
  if (['draft.displaced', 'draft.stored', 'draft.refused', 'draft.sent'].includes(event.type)) return false
  if ((event.type === 'reply.copy' || event.type === 'reply.toast') && !isOpen('previewing')) return false
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

export const replyFlowPaths = coveringPaths(replyFlow, isPossible)

/** tests/views/reload covers a lost network and an earlier session. */
export const csvImportPaths = coveringPaths(csvImport, (_, event) => {
  if (['import.recall', 'import.cut', 'groups.choose'].includes(event.type)) return false
  if ('output' in event && (event.output as ImportContent | undefined)?.headers) return false
  return !('error' in event) || (event.error !== lostAnswer && problemStatus(event.error) === undefined)
})

/**
 * A person ticks only visible, unticked rows, and only an import reloads the list behind a question. The paths delete;
 * tests/views/crud/bulkChange.test.tsx has the other changes, and a stop.
 */
const isPossibleChoice = (snapshot: AnyMachineSnapshot, event: EventObject): boolean => {
  const { chosen, queue } = snapshot.context
  const idsOf = (each: { id: unknown }) => each.id
  const ids: unknown[] = 'ids' in event && Array.isArray(event.ids) ? event.ids : []
  if ('error' in event) return false
  if (event.type === 'change.request')
    return !snapshot.matches('confirming') && 'change' in event && Object(event.change).kind === 'delete'
  if ('output' in event) return String(Object(event.output).results.map(idsOf)) === String(queue.map(idsOf))
  const isListOld = queue.length === 0 || snapshot.matches('settled')
  const chosenIds = chosen.map(idsOf)
  if (event.type === 'choice.add')
    return (
      isListOld &&
      'accounts' in event &&
      Object(event.accounts).some((each: { id: unknown }) => !chosenIds.includes(each.id))
    )
  if (event.type === 'choice.remove') return ids.every((id) => chosenIds.includes(id))
  return event.type !== 'list.changed' || snapshot.matches('confirming') || snapshot.matches('settled')
}

export const bulkChangePaths = coveringPaths(bulkChange, isPossibleChoice)
