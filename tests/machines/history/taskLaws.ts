import { demand, type Law, type Moment, oneStartPerEvent, sameAs } from '../law'

export const taskWatch: Law = () => {
  const said: unknown[] = []
  return (moment) => {
    watched(moment)
    const { before, after, event, started } = moment
    const confirmed = started.filter(({ id }) => id === 'confirm')
    demand(
      confirmed.every(({ input }) => 'item_id' in event && (input as { item_id: string }).item_id === event.item_id),
      moment,
      'what is said is said of the item that is named',
    )
    if (event.type === 'item.decide' && 'item_id' in event && 'decision' in event) {
      const { item_id, decision } = event
      if (after.context.decisions.length > before.context.decisions.length) said.push({ item_id, decision })
    }
    for (const { input } of started.filter(({ id }) => id === 'decide')) {
      const { item_id, decision } = input as { item_id: string; decision: unknown }
      demand(sameAs({ item_id, decision }, said.shift()), moment, 'what was said is stored, once, in its order')
    }
    const isSaying = ['deciding', 'retrying', 'confirming'].some((state) => after.matches(state))
    demand(isSaying || after.context.decisions.length === 0, moment, 'no decision stays unstored')
  }
}

const watched = (moment: Moment) => {
  oneStartPerEvent(moment)
  reactsToUpdates(moment)
  knowsItsAge(moment)
  const { after, running } = moment
  if (after.matches({ settled: 'resting' }))
    demand(asks(running).length === 0, moment, 'a settled task is not requested')
  if (['settled', 'live'].some((state) => after.matches(state))) {
    demand(after.context.task !== undefined, moment, 'there is a task to show')
  }
}

export const manualPosting: Law = () => (moment) => {
  oneStartPerEvent(moment)
  const { after, before, event, started } = moment
  const { items, index } = after.context
  const isShown = after.matches('working') || after.matches('deciding') || after.matches('confirming')
  demand(!isShown || items[index] !== undefined, moment, 'a reply is shown to the operator')
  const sent = started.filter(({ id }) => id === 'decide' || id === 'confirm')
  demand(
    sent.every(({ input }) => (input as { item_id: string }).item_id === before.context.items[before.context.index].id),
    moment,
    'what is said is said of the reply before the operator',
  )
  if (event.type === 'tasks.updated') {
    const wasAtRest = before.matches({ empty: 'resting' }) || before.matches({ working: 'waiting' })
    demand(after.context.isOvertaken !== wasAtRest, moment, 'news are asked about, at once or after what is on its way')
  }
  demand(sent.length === 0 || event.type !== 'person.returned' || before.context.opened.length > 0, moment, 'who left')
}

const asks = (running: string[]) => running.filter((id) => id !== 'updates')

const reactsToUpdates = (moment: Moment) => {
  const { after, before, event } = moment
  if (event.type !== 'tasks.updated') return
  if (before.matches('failed')) demand(after.matches('loading'), moment, 'news are asked about')
  if (before.matches({ live: 'waiting' })) demand(after.matches({ live: 'polling' }), moment, 'news are asked about')
  if (before.matches({ settled: 'resting' }))
    demand(after.matches({ settled: 'checking' }), moment, 'news are asked about')
  if (before.matches({ live: 'polling' }) || before.matches({ settled: 'checking' }))
    demand(after.context.isOvertaken, moment, 'an older answer is not the last')
}

const knowsItsAge = (moment: Moment) => {
  const { after, event } = moment
  if (after.matches('failed')) demand(after.context.isStale, moment, 'data that could not be loaded is not up to date')
  const isAnswer = ['xstate.done.actor.load', 'xstate.done.actor.poll'].includes(event.type)
  demand(!isAnswer || !after.context.isStale, moment, 'an answer is up to date')
}

export const taskStream: Law = () => (moment) => {
  oneStartPerEvent(moment)
  const { after, before, event, running } = moment
  demand(running.includes('stream') === after.matches('following'), moment, 'a stream is there while it is followed')
  const isLoss = event.type === 'stream.lost' && before.matches('following')
  demand(!isLoss || after.context.losses === before.context.losses + 1, moment, 'each loss makes the next pause longer')
  demand(!after.matches({ following: 'open' }) || after.context.losses === 0, moment, 'an open stream forgets losses')
}

export const historyWatch: Law = () => (moment) => {
  oneStartPerEvent(moment)
  reactsToUpdates(moment)
  knowsItsAge(moment)
  if (moment.after.matches({ settled: 'resting' })) {
    demand(asks(moment.running).length === 0, moment, 'a settled list is not requested')
  }
}

export const taskFollow: Law = () => (moment) => {
  oneStartPerEvent(moment)
  const { after, running } = moment
  const { awaited, ended, tasks } = after.context
  if (after.matches('settled')) demand(!running.includes('ask'), moment, 'nothing is asked while nothing runs')
  demand(
    awaited.every((id: string) => !ended.includes(id)),
    moment,
    'a task is either awaited or ended',
  )
  demand(
    tasks.every(({ id }: { id: string }) => [...awaited, ...ended].includes(id)),
    moment,
    'only what is followed is shown',
  )
  const { event } = moment
  if (event.type === 'xstate.error.actor.ask') demand(after.context.isStale, moment, 'an unreachable server is known')
  if (event.type === 'xstate.done.actor.ask') demand(!after.context.isStale, moment, 'an answer is up to date')
}

export const revision: Law = () => (moment) => {
  oneStartPerEvent(moment)
  const { before, event, started } = moment
  const ids = started.map(({ id }) => id)
  demand(!ids.includes('save') || event.type === 'revision.submit', moment, 'only a click on Send saves')
  demand(!ids.includes('send') || before.matches('saving'), moment, 'only what was saved is sent')
}

export const auditLog: Law = () => (moment) => {
  oneStartPerEvent(moment)
  const { before, after, event } = moment
  if (event.type === 'search.type' && 'search' in event) {
    demand(after.context.search === event.search, moment, 'typed text is searched')
  }
  if (event.type === 'xstate.done.actor.more') {
    const shown = before.context.entries?.length ?? 0
    demand(
      sameAs(after.context.entries?.slice(0, shown), before.context.entries),
      moment,
      'older entries are added below',
    )
  }
  const mayReplace = ['xstate.done.actor.load', 'xstate.done.actor.more'].includes(event.type)
  demand(
    mayReplace || after.context.entries === before.context.entries,
    moment,
    'shown data stays until an answer arrives',
  )
}
