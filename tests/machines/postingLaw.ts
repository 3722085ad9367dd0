import type { AnyMachineSnapshot } from 'xstate'
import { leavesOf } from '../support/machineModel'
import { demand, type Law, type Moment } from './law'

const placeOf = ({ value }: AnyMachineSnapshot): string => leavesOf(value).join()

/** From here on X may have the post without our knowledge. */
const doubtful = new Set([
  'item.claim',
  'post.contested',
  'post.lost',
  'lease.expired',
  'database.restored',
  'post.disproved',
  'hand.over',
])
/** A person may have posted it by then. */
const begun = new Set(['hand.opened', 'hand.look', 'review.check'])
/** X denied or showed the post, or a person decided. */
const certain = new Set(['post.deferred', 'post.refused', 'review.resend', ...['post.accepted', 'check.found']])
const shown = new Set(['post.accepted', 'check.found', 'review.confirm', 'post.seen', 'post.corrected'])

const keepsTime = (moment: Moment) => {
  const { event, after } = moment
  if (!('at' in event)) return
  const allowed = [event.at, 'resendAt' in event && event.resendAt, 'checkAt' in event && event.checkAt]
  const waits = ['queued', 'unknown', 'handed_over'].includes(placeOf(after))
  demand(!waits || allowed.includes(after.context.nextAt), moment, 'a waiting item continues at the time of its event')
}

/** Posts a reply exactly once, written from the protocol and apart from the chart: it knows X only from the events. */
export const item: Law = () => {
  let isInDoubt = false
  /** The reply is manual, and nobody opened X or requested a check: nothing else makes its outcome uncertain. */
  let isUntouched = false
  /** Clean readings since the doubt began that did not show the post. */
  let absences = 0
  let [resends, ownResends, attempts] = [0, 0, 0]

  const follow = (moment: Moment) => {
    const { before, event, after } = moment
    const [from, to] = [placeOf(before), placeOf(after)]
    if (event.type === 'item.claim') {
      demand(!isInDoubt, moment, 'nothing is sent that X may have')
      attempts += 1
    }
    if (to === 'unknown' && (from !== 'unknown' || event.type === 'database.restored')) absences = 0
    if (event.type === 'check.absent' && from === 'unknown') {
      absences += 1
      if (to === 'queued') {
        demand(absences >= 2, moment, 'a reply is sent again after two clean reads that do not show it')
        resends += 1
        ownResends += 1
        isInDoubt = false
      }
    }
    if (event.type === 'review.resend') resends += 1
    if (event.type === 'hand.over' && 'now' in event) {
      demand(from !== 'queued' || resends === 0, moment, 'nothing becomes manual that waits to be sent again')
      const since = before.context.manualSince ?? event.now
      demand(after.context.manualSince === since, moment, 'a reply is manual since it first became manual')
    }
    if (event.type === 'hand.over') isUntouched = isUntouched || !isInDoubt
    else if (doubtful.has(event.type) || begun.has(event.type)) isUntouched = false
    if (doubtful.has(event.type)) isInDoubt = true
    if (certain.has(event.type)) isInDoubt = false
    if (shown.has(event.type) && 'postId' in event) {
      demand(to === 'completed' && after.context.postId === event.postId, moment, 'what X shows is posted, by its id')
    }
    if (event.type === 'post.refused') {
      const isJudged = resends === 0 || to === 'needs_review' || from === 'unknown'
      demand(isJudged, moment, 'a refusal says nothing of what X may have taken before, until X was looked at')
    }
    if (event.type === 'item.cancel') {
      demand(resends === 0, moment, 'nothing is cancelled whose outcome was ever unknown')
      demand(from === 'queued' || isUntouched, moment, 'nothing is cancelled that a person may have posted')
      isInDoubt = false
    }
    keepsTime(moment)
  }

  return (moment) => {
    const { before, event, after } = moment
    const [from, to] = [placeOf(before), placeOf(after)]
    const { context } = after
    if (before.can(event)) follow(moment)
    demand(to !== 'queued' || !isInDoubt, moment, 'what X may have does not wait to be sent')
    demand(to !== 'posting' || from === 'posting' || event.type === 'item.claim', moment, 'a claim sends')
    demand(
      to !== 'failed.retryable' || !isInDoubt || context.manualSince !== null,
      moment,
      'Retry is there for what cannot be posted twice, or is looked for first',
    )
    demand(
      from !== 'failed.final' || to === 'failed.final' || to === 'completed',
      moment,
      'what was given up, or whose backup was restored, is sent in a new task alone',
    )
    demand(
      from !== 'completed' || to === 'completed' || event.type === 'post.disproved',
      moment,
      'what is posted stays posted until X shows that it is not',
    )
    demand(to !== 'completed' || context.postId !== null, moment, 'a completed item names its post')
    demand(context.resends === resends, moment, 'every resend is counted')
    demand(ownResends <= 1, moment, 'a reply is sent again automatically at most once')
    demand(context.attempts === attempts, moment, 'every attempt is counted')
    demand(context.failedReads <= 7 && (context.cleanReads <= 1 || to === 'handed_over'), moment, 'reads are bounded')
    demand(
      (context.restoredAt !== null) === (to === 'unknown' && isPutBack(moment)),
      moment,
      'a backup is remembered until X was asked',
    )
  }
}

const isPutBack = ({ before, event, after }: Moment): boolean =>
  event.type === 'database.restored' && before.can(event)
    ? after.context.restoredAt === ('now' in event && event.now)
    : placeOf(before) === 'unknown' && before.context.restoredAt !== null
