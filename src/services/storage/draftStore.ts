import * as z from 'zod/mini'
import { type Draft, draft, idsOf } from '../../schemas/composer/draft'
import type { Reply } from '../../schemas/composer/replies'
import type { DraftStore } from '../services'
import { draftKey } from './storageKeys'
import { createOwnStored } from './stored'

const stored = z.object({ version: z.literal(1), draft })

const hasReplies = (of: Draft | undefined): of is Draft => of !== undefined && of.replies.length > 0

/**
 * Stores each operator's draft over reloads and expired sessions. All tabs share one place: a draft without replies
 * never replaces another tab's draft with replies, and of two drafts with replies the later one wins.
 */
export const createDraftStore = (storage: Storage, operator: () => string = () => ''): DraftStore => {
  const own = createOwnStored(storage, draftKey, operator, stored)
  let last: Draft | undefined
  /** Replies that other tabs may have sent must not be stored again. */
  const gone = new Set<Reply['reply_id']>()

  const save: DraftStore['save'] = (value) => {
    last = value
    if (!hasReplies(value) && hasReplies(own.readOthers()?.draft)) return 'displaced'
    return own.write({ version: 1, draft: value }) ? 'stored' : 'refused'
  }

  return {
    load: () => {
      last = own.read()?.draft
      return last
    },
    save,
    clear: own.remove,
    watch: (listener) =>
      own.watch(() => {
        const others = own.readOthers()?.draft
        const sent = others?.sent && (others.sent.reply_ids ?? idsOf(last?.replies ?? []))
        for (const id of sent ?? []) gone.add(id)
        const isOurs = hasReplies(last) && !last.replies.some(({ reply_id }) => gone.has(reply_id))
        const ours = others && !hasReplies(others) && isOurs ? last : undefined
        listener(ours ? save(ours) : 'displaced', sent ?? [])
      }),
  }
}
