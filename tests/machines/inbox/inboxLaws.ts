import { demand, type Law, oneStartPerEvent, sameAs } from '../law'

export const inbox: Law = () => {
  const said: unknown[] = []
  return (moment) => {
    const { before, after, event, started } = moment
    const { shown, index, changes } = after.context
    demand(
      shown === undefined || index <= Math.max(0, shown.mentions.length - 1),
      moment,
      'keys act upon what is there',
    )
    const ids = (shown?.mentions ?? []).map(({ id }: { id: number }) => id)
    demand(new Set(ids).size === ids.length, moment, 'each mention is there once')
    if (changes.length > before.context.changes.length) said.push(changes.at(-1))
    for (const { input } of started.filter(({ id }) => id === 'store')) {
      demand(sameAs(input, said.shift()), moment, 'what was said is stored, once, in the order in which it was said')
    }
    const poll =
      event.type === 'xstate.done.actor.poll' &&
      before.context.shown !== undefined &&
      !after.matches({ list: 'absent' })
    const rows = (list: { id: number }[]) => list.map(({ id }) => id)
    const known = poll ? rows(before.context.shown.mentions) : []
    demand(
      !poll || sameAs(rows(shown.mentions).slice(0, known.length), known),
      moment,
      'no row moves without an action',
    )
  }
}

export const inboxActs: Law = () => (moment) => {
  oneStartPerEvent(moment)
  const { before, after, event, started } = moment
  const begun = started.map(({ id }) => id)
  const isConfirmed = event.type === 'question.confirm'
  demand(!begun.includes('shun') || isConfirmed, moment, 'nobody is listed unasked')
  const isOn = before.context.watch?.on === false
  demand(!begun.includes('switch') || !isOn || isConfirmed, moment, 'its price was said before')
  if (after.matches('resting')) demand(after.context.mention === undefined, moment, 'no subject is left behind')
}
