import type { AnyMachineSnapshot } from 'xstate'
import type { QueueEntry } from '../../src/schemas/queue'
import { demand, type Law, oneStartPerEvent } from './law'

export const queue: Law = () => (moment) => {
  const { before, after, event, started } = moment
  oneStartPerEvent(moment)
  const idsOf = ({ context }: AnyMachineSnapshot): string[] => context.entries.map(({ id }: { id: string }) => id)
  const [known, ids] = [idsOf(before), idsOf(after)]
  demand(new Set(ids).size === ids.length, moment, 'each post waits once')
  const gone = known.filter((id) => !ids.includes(id))
  const isSent = event.type === 'composer.seen' && gone.length === 1 && gone[0] === before.context.sending
  demand(
    gone.length === 0 || isSent || ['entry.remove', 'queue.clear', 'queue.restored'].includes(event.type),
    moment,
    'a post leaves when it is sent, or taken out, here or in another tab',
  )
  demand(!isSent || after.context.sent === before.context.sent + 1, moment, 'what was sent is counted')
  const { entries, kept, sight, settings } = after.context
  const waiting = entries.filter(({ id, isSkipped }: QueueEntry) => !isSkipped && id !== sight?.linked)
  const isPaidFor = waiting.slice(0, settings.ahead).some(({ id }: QueueEntry) => id === after.context.reading)
  demand(!started.some(({ id }) => id === 'read') || isPaidFor, moment, 'no more is read than the operator pays for')
  demand(!after.matches({ list: 'keeping' }) || kept.entries === entries, moment, 'what is shown is kept')
  if (event.type === 'links.submit') {
    const { added, wrong, left } = after.context.intake ?? { added: 0, wrong: [], left: [] }
    demand(ids.length === known.length + added, moment, 'what is said to be added is there')
    for (const { text } of [...wrong, ...left]) demand(after.context.text.includes(text), moment, 'no line is lost')
  }
}
