import { fromPromise } from 'xstate'
import type { Eligibility } from '../../schemas/eligibility'
import { type LastFields, queueMessages } from '../../schemas/queue'
import { replyCalls, replyMessages } from '../../schemas/replies'
import { ApiError } from '../../services/api'
import { createDraftClaims } from '../../services/draftClaims'
import type { ConsoleServices } from '../../services/services'
import { generationOf } from '../composer/generation.actors'
import { isUnknownCall } from '../crud/requests.actors'
import { generationFor, isBeingWritten, type Outcome, type Writing, waitingDrafts } from './queueDrafts'

/** What the view says of them. */
export { isBeingWritten, waitingDrafts }

/** What Preview would ask the model, for a post whose turn is still to come; given up with what wanted it. */
export const draftsAhead = (services: ConsoleServices) => {
  const { getEligibility } = services.client(replyCalls)
  const generate = generationOf(services)
  const claims = createDraftClaims(services.storage, services.operator)

  /** Another provider does not say who may answer: there Preview does not ask either. */
  const whyNone = async ({ id, fields }: Writing, signal: AbortSignal): Promise<string | undefined> => {
    const group = fields.mode === 'batch' ? fields.group_name : ''
    try {
      const found = await getEligibility({ params: { tweetId: id }, query: { group }, signal })
      if (found.declined !== undefined) return `${queueMessages.declined} ${found.declined}`
      return isAnswerable(found, fields) ? undefined : queueMessages.nobodyMayAnswer
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
    if (!written) return none(queueMessages.askedBefore)
    if (written.replies.length === 0) return none(replyMessages.noneWritten)
    return { phase: 'ready', ...written }
  })
}

const none = (problem: string): Outcome => ({ phase: 'none', replies: [], problem })

/** A used up budget is told before anything is asked of a model. */
const isUsedUp = (error: unknown): boolean => error instanceof ApiError && error.status === 402

/** Whether X lets somebody answer that the replies would be sent through, or may let them. */
export const isAnswerable = (
  { accounts, allowed, uncertain, others, order }: Eligibility,
  { mode, account_id }: LastFields,
): boolean => {
  if (mode === 'batch') return order !== undefined && allowed + uncertain > 0
  const named = accounts.find((account) => String(account.account_id) === account_id)
  return (named ?? others).verdict !== 'refused' && named?.answered_in === undefined
}
