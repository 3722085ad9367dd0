import { expect, it } from 'vitest'
import { type AnyMachineSnapshot, type EventObject, initialTransition, transition } from 'xstate'
import { type Model, waysOf } from '../support/machineModel'
import { models } from './models'

/** A chosen element. Every other value of an event was entered by the operator. */
const choices = new Set(['type', 'id', 'item_id', 'operator', 'grant', 'passkey', 'accounts', 'filter', 'cursor', 'at'])
/** Fields about a refusal. */
const reasons = ['refusal', 'refused', 'fault', 'problem', 'previewProblem', 'linkResult', 'confirmed', 'results']
/** Fields that matter only while the chart waits for an answer. */
const waiting = ['files', 'isReplacing', 'isOvertaken', 'stored', 'decisions']
const allowed = new Set([...reasons, ...waiting])

/** By chart and event, with the reason. */
const exceptions: Record<string, string> = {
  'csvImport groups.choose': 'the rows already contain the choices, and the import resumes with them',
  'secondFactor factor.enrol': 'after an unclear answer the second factor may be on',
  'revision revision.cancel': 'the dialog keeps the text',
}

const textOf = (value: unknown) =>
  JSON.stringify(value, (_, each) => (typeof each === 'object' && each !== null && 'getSnapshot' in each ? 0 : each))

const changedFields = (before: AnyMachineSnapshot, after: AnyMachineSnapshot): string[] =>
  Object.keys(after.context).filter(
    (name) => after.context[name] !== undefined && textOf(before.context[name]) !== textOf(after.context[name]),
  )

const isOperators = ({ type }: EventObject) => !type.startsWith('xstate.')

const take = ({ machine }: Model, before: AnyMachineSnapshot, event: EventObject) => {
  const [after, effects] = transition(machine, before, event)
  const started = effects.flatMap(({ type, params }) => (type === 'xstate.spawnChild' ? [Object(params).id] : []))
  return { after, started }
}

/** The chart after each refusal of what the event starts. */
const refusalsOf = (model: Model, before: AnyMachineSnapshot, event: EventObject) => {
  const { after: busy, started } = take(model, before, event)
  const answers = model.events.filter(({ type }) => started.some((id) => type === `xstate.error.actor.${id}`))
  return busy.status === 'active' ? answers.map((answer) => ({ busy, ...take(model, busy, answer) })) : []
}

const placesOf = (model: Model): AnyMachineSnapshot[] =>
  model.inputs.flatMap((input) =>
    waysOf(model, input).flatMap(({ events }) => {
      const [first] = initialTransition(model.machine, input)
      const place = events.reduce<AnyMachineSnapshot>((at, event) => transition(model.machine, at, event)[0], first)
      return place.status === 'active' ? [place] : []
    }),
  )

/** The queue has no form, and many thousand places. */
const withForms = models.filter(({ name }) => name !== 'queue').map((model) => ({ name: model.name, model }))

it.each(withForms)(
  'a refusal keeps what was entered in $name, and a cancelled form equals a fresh one',
  ({ name, model }) => {
    const faults = new Set<string>()
    const own = model.events.filter(isOperators)
    const fault = ({ type }: EventObject, words: string) => {
      if (!(`${name} ${type}` in exceptions)) faults.add(`${type}: ${words}`)
    }
    for (const place of placesOf(model)) {
      const possible = own.filter((event) => place.can(event))
      for (const event of possible.filter((each) => Object.keys(each).some((field) => !choices.has(field)))) {
        for (const { busy, after } of refusalsOf(model, place, event)) {
          if (place.hasTag('busy') || !busy.hasTag('busy')) continue
          if (after.status === 'active' && !after.can(event))
            fault(event, `${textOf(after.value)} does not accept it again`)
          const lost = changedFields(busy, after).filter((field) => !allowed.has(field))
          if (lost.length > 0) fault(event, `a refusal changes ${lost}`)
        }
      }
      for (const open of possible) {
        const { after: form } = take(model, place, open)
        const cancels = own.filter((event) => event.type.endsWith('.cancel') && !place.can(event) && form.can(event))
        if (form.hasTag('busy') || cancels.length === 0) continue
        const tries = own.filter((event) => form.can(event)).flatMap((event) => refusalsOf(model, form, event))
        for (const { after } of [{ after: form }, ...tries]) {
          for (const cancel of cancels.filter((event) => after.status === 'active' && after.can(event))) {
            const { after: left } = take(model, after, cancel)
            if (textOf(left.value) !== textOf(place.value)) continue
            const kept = changedFields(place, left)
            if (kept.length > 0) fault(cancel, `${kept} of a cancelled form remains`)
          }
        }
      }
    }
    expect([...faults]).toEqual([])
  },
)
