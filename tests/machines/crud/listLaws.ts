import type { AnyMachineSnapshot, EventObject } from 'xstate'
import { problemStatus } from '../../../src/machines/crud/failure'
import { isDone, type ResultOf } from '../../../src/machines/crud/oneByOne'
import type { Identified } from '../../../src/machines/crud/resource'
import { type ImportRows, placeInFile, type RefusedRow, type RejectedRow } from '../../../src/schemas/accounts/csvRows'
import type { RecordId } from '../../../src/schemas/base'
import { demand, type Law, oneStartPerEvent, sameAs } from '../law'
import { lostAnswer } from '../samples'

const isUnanswered = (event: EventObject) => 'error' in event && event.error === lostAnswer
const isSignedOut = (event: EventObject) => 'error' in event && problemStatus(event.error) === 401

export const csvImport: Law = (initial) => {
  let sent: unknown[] = []
  return (moment) => {
    const { before, after, event, started } = moment
    oneStartPerEvent(moment)
    const { rows, answered, created, rejected } = after.context
    if (event.type === 'file.choose' && after.matches('reading') && !before.matches('reading')) sent = []
    if (event.type === 'import.recall' && before.matches('idle'))
      sent = Array.from({ length: answered }, (_, index) => placeInFile(rows, index))
    /** The outcome is unknown: this is the only row that is sent again. */
    if (isUnanswered(event) || isSignedOut(event)) sent.pop()
    if (event.type === 'groups.choose' && after.matches('grouping')) {
      const groupless: unknown[] = before.context.rejected.flatMap((each: RejectedRow | RefusedRow) =>
        'row' in each && each.isGroupless ? each.row : [],
      )
      sent = sent.filter((place) => !groupless.includes(place))
    }
    for (const { id, input } of started) {
      if (id !== 'createRow') continue
      const { rows: given, index } = input as { rows: ImportRows; index: number }
      const place = placeInFile(given, index)
      demand(!sent.includes(place), moment, 'no row is sent twice')
      sent.push(place)
      demand(place === placeInFile(rows, answered), moment, 'rows are sent in order')
    }
    demand(answered <= rows.length, moment, 'no more answers than rows')
    if (rows.length > 0) demand(created + rejected.length === answered, moment, 'every answered row is accounted for')
    if (after.matches('idle')) demand(sameAs(after.context, initial.context), moment, 'a reset leaves nothing behind')
    const rests = ['paused', 'unreached', 'interrupted', 'settled', 'previewing', 'grouping', 'cut'].some((state) =>
      after.matches(state),
    )
    const sends = started.some(({ id }) => id === 'createRow')
    demand(!rests || !sends, moment, 'nothing is sent while it waits')
    demand(
      event.type === 'preview.accept' || !before.matches('previewing') || !sends,
      moment,
      'a preview is accepted first',
    )
    demand(before.matches('unreached') || !isUnanswered(event) || !sends, moment, 'no row is sent into a lost network')
  }
}

export const resource: Law = () => (moment) => {
  const { after, event, started } = moment
  oneStartPerEvent(moment)
  for (const { id } of started) {
    const cause = id === 'create' ? 'create.submit' : 'delete.confirm'
    demand(event.type === cause, moment, `${id} starts by ${cause} alone`)
  }
  if (after.matches('browsing')) demand(after.context.subject === undefined, moment, 'no subject is left behind')
}

export const oneByOne: Law = () => (moment) => {
  oneStartPerEvent(moment)
  const { before, after, started } = moment
  const { queue, results } = after.context
  for (const { input } of started)
    demand(sameAs(input, { item: queue[results.length] }), moment, 'the next element that has no result is worked on')
  demand(!before.matches({ working: 'stopping' }) || started.length === 0, moment, 'nothing begins after a stop')
  results.forEach(({ detail: _, ...item }: ResultOf<object>, index: number) => {
    demand(sameAs(item, queue[index]), moment, 'each result belongs to its element')
  })
  const isOver = results.length === queue.length || before.matches({ working: 'stopping' })
  demand(after.status === 'active' || isOver, moment, 'all elements have a result at the end, unless it was stopped')
  demand(after.status !== 'active' || results.length < queue.length, moment, 'the work ends with its last element')
}

export const bulkChange: Law = () => (moment) => {
  const { before, after, event, started } = moment
  oneStartPerEvent(moment)
  const { chosen, change, queue, results } = after.context
  const chosenIds = chosen.map(({ id }: Identified) => id)
  for (const { input } of started) {
    const isConfirmed = event.type === 'change.confirm' || change.kind === 'check'
    demand(isConfirmed, moment, 'only a check begins without a question')
    demand(sameAs(input, { queue: before.context.chosen, task: change }), moment, 'the selected accounts are changed')
    demand(change.kind !== 'group' || change.group !== '', moment, 'a group is set after one is chosen')
  }
  demand(!after.matches('working') || results.length === 0, moment, 'no result is kept from an earlier change')
  demand(new Set(chosenIds).size === chosen.length, moment, 'each account is selected once')
  demand(!after.matches('confirming') || chosen.length > 0, moment, 'a question is about something')
  demand(!after.matches('settled') || chosen.length === 0, moment, 'nothing chosen is forgotten')
  if (before.matches('working') && !after.matches('working')) {
    const isDoneOf = ({ id }: Identified) =>
      results.some((each: ResultOf<Identified>) => each.id === id && isDone(each))
    const kept = before.context.chosen.filter((each: Identified) => !isDoneOf(each))
    demand(sameAs(chosen, kept), moment, 'an account leaves the selection if and only if its change is done')
    demand(queue.length > 0, moment, 'a change is about something')
  }
  if (event.type === 'list.changed' && 'ids' in event && Array.isArray(event.ids)) {
    const { ids } = event
    demand(
      chosenIds.every((id: RecordId) => ids.includes(id)),
      moment,
      'what is gone is not chosen',
    )
  }
}

export const editor: Law = () => (moment) => {
  oneStartPerEvent(moment)
  const { after, event, started } = moment
  demand(
    started.every(({ id }) => id !== 'save' || event.type === 'form.submit'),
    moment,
    'only a submit saves',
  )
  demand(after.matches('missing') || after.context.id !== '', moment, 'nothing is loaded without an id')
}

export const table: Law = () => (moment) => {
  oneStartPerEvent(moment)
  const { before, after, event } = moment
  const isTyped = event.type === 'search.type' && 'search' in event
  demand(!isTyped || after.context.state.search === event.search, moment, 'typed text is searched at once')
  demand(
    event.type !== 'address.changed' || !before.matches('typing') || sameSearch(before, after),
    moment,
    'what is being typed outlives another address',
  )
  demand(
    !before.matches('typing') || after.matches('typing') || event.type === 'table.change' || sameQuery(before, after),
    moment,
    'what is kept is what is shown',
  )
  demand(after.context.state.page === 1 || !isTyped, moment, 'another search begins on its first page')
}

const sameSearch = (before: AnyMachineSnapshot, after: AnyMachineSnapshot) =>
  after.matches('typing') && after.context.state.search === before.context.state.search

const sameQuery = (before: AnyMachineSnapshot, after: AnyMachineSnapshot) =>
  sameAs(before.context.state, after.context.state)

export const modelTrial: Law = () => (moment) => {
  oneStartPerEvent(moment)
  const { before, after, event, started } = moment
  demand(
    started.length === 0 || event.type === 'trial.request',
    moment,
    'a model is paid for when it is asked for alone',
  )
  demand(
    started.length === 0 || !before.matches('asking') || before.context.model_name !== after.context.model_name,
    moment,
    'a model is not paid for twice at a time',
  )
}
