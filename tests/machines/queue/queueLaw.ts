import type { AnyMachineSnapshot } from 'xstate'
import type { QueueEntry } from '../../../src/schemas/queue/queue'
import { demand, type Law, type Moment, sameAs } from '../law'

const atMostOneOfEach = ({ started }: Moment): boolean =>
  new Set(started.map(({ id }) => id)).size === started.length && started.length <= 2

const draftedIn = ({ context: { entries } }: AnyMachineSnapshot): QueueEntry[] =>
  entries.filter(({ drafts }: QueueEntry) => drafts !== undefined && drafts.phase !== 'none')

const paysOnce = (written: Set<string>, moment: Moment) => {
  const { before, after, event, started } = moment
  if (event.type === 'xstate.error.actor.write' && after.matches({ drafts: 'usedUp' }))
    written.delete(before.context.writing.id)
  if (started.some(({ id }) => id === 'write')) {
    const { settings, writing, view, entries } = after.context
    demand(settings.drafts > 0, moment, 'off means that nothing is written')
    demand(!written.has(writing.id), moment, 'replies are requested once for each post')
    written.add(writing.id)
    const unsent = draftedIn(after).filter(({ id }) => id !== view?.linked)
    demand(unsent.length < settings.drafts, moment, 'no more posts hold unsent replies than the operator pays for')
    const post = entries.find(({ id }: QueueEntry) => id === writing.id)
    demand(post.isRead && !post.isSkipped && post.id !== view.linked, moment, 'it was read, and its turn is to come')
    demand(sameAs(writing.fields, after.context.last), moment, 'the request has the fields of the last send')
  }
}

const handsOverOnce = (moment: Moment) => {
  const { before, after } = moment
  for (const { id, drafts } of draftedIn(after)) {
    const earlier = before.context.entries.find((entry: QueueEntry) => entry.id === id)?.drafts
    if (drafts?.phase !== 'handed' || earlier?.phase !== 'ready') continue
    const { linked, post, fields, isReady } = after.context.view
    demand(isReady, moment, 'replies wait until the composer is free')
    demand(linked === id && post.tweet_id === id, moment, 'replies are passed to the post that they were written for')
    demand(sameAs(fields, drafts.fields), moment, 'the fields equal those of the request')
  }
}

export const queue: Law = () => {
  const written = new Set<string>()
  return (moment) => {
    paysOnce(written, moment)
    handsOverOnce(moment)
    keepsEveryPost(moment)
  }
}

const takingOut = new Set(['entry.remove', 'outside.remove', 'queue.clear', 'queue.restored'])

const keepsEveryPost = (moment: Moment) => {
  const { before, after, event, started } = moment
  demand(atMostOneOfEach(moment), moment, 'one post is read, and one written for, at a time')
  const idsOf = ({ context }: AnyMachineSnapshot): string[] => context.entries.map(({ id }: { id: string }) => id)
  const [known, ids] = [idsOf(before), idsOf(after)]
  demand(new Set(ids).size === ids.length, moment, 'each post waits once')
  const gone = known.filter((id) => !ids.includes(id))
  const isSent = event.type === 'composer.seen' && gone.length === 1 && gone[0] === before.context.sending
  demand(
    gone.length === 0 || isSent || takingOut.has(event.type),
    moment,
    'a post leaves when it is sent, or taken out, here or in another tab',
  )
  const isOwn = (id: string) => before.context.entries.some((entry: QueueEntry) => entry.id === id && !entry.from)
  demand(event.type !== 'outside.remove' || !gone.some(isOwn), moment, 'what the operator put there stays')
  demand(!isSent || after.context.sent === before.context.sent + 1, moment, 'sent posts are counted')
  const { entries, stored, last, view, settings } = after.context
  const waiting = entries.filter(({ id, isSkipped }: QueueEntry) => !isSkipped && id !== view?.linked)
  demand(!waiting.some(({ from }: QueueEntry) => from), moment, 'links from another page wait to be accepted')
  const isPaidFor = waiting
    .slice(0, Math.max(settings.ahead, last ? settings.drafts : 0))
    .some(({ id }: QueueEntry) => id === after.context.reading)
  demand(!started.some(({ id }) => id === 'read') || isPaidFor, moment, 'no more is read than the operator pays for')
  demand(!after.matches({ list: 'keeping' }) || stored.entries === entries, moment, 'the shown queue is stored')
  if (event.type === 'links.submit' && before.can(event)) {
    const { added, wrong, left } = after.context.intake ?? { added: 0, wrong: [], left: [] }
    demand(ids.length === known.length + added, moment, 'added posts are in the queue')
    for (const { text } of [...wrong, ...left]) demand(after.context.text.includes(text), moment, 'no line is lost')
  }
}
