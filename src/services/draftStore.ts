import * as z from 'zod/mini'
import { type Draft, draft } from '../schemas/draft'
import type { DraftStore } from './services'
import { draftKey } from './storageKeys'
import { createOwnStored } from './stored'

const stored = z.object({ version: z.literal(1), draft })

const hasReplies = (of: Draft | undefined): of is Draft => of !== undefined && of.replies.length > 0

/** Replies of one draft that another one says it has sent are not put in its place again. */
const mayHaveSent = ({ sent }: Draft, { replies }: Draft): boolean =>
  sent !== undefined &&
  (sent.reply_ids === undefined || replies.some(({ reply_id }) => sent.reply_ids?.includes(reply_id)))

/**
 * Keeps each operator's draft across reloads and expired sessions. It holds no secret. All tabs have one place: a draft
 * without replies never takes that of another tab's with some, and of two that have some the later one stands there.
 */
export const createDraftStore = (storage: Storage, operator: () => string = () => ''): DraftStore => {
  const own = createOwnStored(storage, draftKey, operator, stored)
  let last: Draft | undefined

  const save: DraftStore['save'] = (value) => {
    last = value
    if (!hasReplies(value) && hasReplies(own.readOthers()?.draft)) return 'displaced'
    return own.write({ version: 1, draft: value }) ? 'kept' : 'refused'
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
        const ours = others && !hasReplies(others) && hasReplies(last) && !mayHaveSent(others, last) ? last : undefined
        listener(ours ? save(ours) : 'displaced', others?.sent?.reply_ids ?? [])
      }),
  }
}
