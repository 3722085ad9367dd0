import { fromPromise } from 'xstate'
import { noneWritten } from '../../schemas/composer/composer.words'
import type { Eligibility } from '../../schemas/composer/eligibility'
import { replyCalls } from '../../schemas/composer/replies'
import type { LastFields } from '../../schemas/queue/queue'
import * as words from '../../schemas/queue/queue.words'
import { ApiError } from '../../services/api/api'
import type { ConsoleServices } from '../../services/services'
import { createDraftClaims } from '../../services/storage/draftClaims'
import { generationOf } from '../composer/generation.actors'
import { isUnknownCall } from '../crud/requests.actors'
import { generationFor, isBeingWritten, type Outcome, type Writing, waitingDrafts } from './queueDrafts'

export { isBeingWritten, waitingDrafts }

export const draftsAhead = (services: ConsoleServices) => {
  const { getEligibility } = services.client(replyCalls)
  const generate = generationOf(services)
  const claims = createDraftClaims(services.storage, services.operator)

  /** Other providers do not know who may reply, so the check is skipped. */
  const whyNone = async ({ id, fields }: Writing, signal: AbortSignal): Promise<string | undefined> => {
    const group = fields.mode === 'batch' ? fields.group_name : ''
    try {
      const found = await getEligibility({ params: { tweetId: id }, query: { group }, signal })
      if (found.declined !== undefined) return words.declined(found.declined)
      return isAnswerable(found, fields) ? undefined : words.nobodyMayAnswer
    } catch (error) {
      if (isUnknownCall(error)) return undefined
      throw error
    }
  }

  return fromPromise<Outcome, Writing>(async ({ input, signal }) => {
    const problem = await whyNone(input, signal)
    if (problem !== undefined) return none(problem)
    const body = generationFor(input)
    const written = await claims.once(input.id, () => generate(body, signal), isUsedUp)
    if (!written) return none(words.askedBefore)
    if (written.replies.length === 0) return none(noneWritten)
    return { phase: 'ready', ...written }
  })
}

const none = (problem: string): Outcome => ({ phase: 'none', replies: [], problem })

const isUsedUp = (error: unknown): boolean => error instanceof ApiError && error.status === 402

export const isAnswerable = (
  { accounts, allowed, uncertain, others, order }: Eligibility,
  { mode, account_id }: LastFields,
): boolean => {
  if (mode === 'batch') return order !== undefined && allowed + uncertain > 0
  const named = accounts.find((account) => String(account.account_id) === account_id)
  return (named ?? others).verdict !== 'refused' && named?.answered_in === undefined
}
