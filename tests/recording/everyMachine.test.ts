import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { todaysCharts } from '../../scripts/replay/charts'
import { rerun } from '../../scripts/replay/rerun'
import { differencesOf } from '../../scripts/replay/story'
import { hear } from '../../src/recording/hear'
import { readRecording } from '../../src/recording/recording'
import { makeReport, textsIn } from '../../src/recording/report'
import { createRing } from '../../src/recording/ring'
import { messages } from '../../src/schemas/messages'
import { models } from '../machines/models'
import { type Model, waysOf } from '../support/machineModel'

const screen = { width: 1440, height: 900 }
const head = { savedAt: 1, version: '1', build: 'b', browser: 'c', path: '/', screen, requests: [] }
const catalogue = textsIn(messages)

/** A run to every state, with the events that the state accepts. */
const runsOf = (model: Model) => {
  const reached = new Set<string>()
  return model.inputs.flatMap((input) =>
    waysOf(model, input).flatMap(({ events, place, next }) => {
      if (reached.has(place.value)) return []
      reached.add(place.value)
      return { input, events: [...events, ...next()] }
    }),
  )
}

/** They read the states of other actors, which their samples only imitate. */
const readOthers = ['inboxActs', 'leaving']

const read = models.filter(({ name }) => !readOthers.includes(name))

describe.each(read.map((model) => ({ name: model.name, model })))('a report about $name', ({ model }) => {
  it('gives the same result with placeholders instead of texts and names', () => {
    const charts = new Map([...todaysCharts(), [model.machine.id, model.machine]])
    const parted = runsOf(model).flatMap(({ input, events }) => {
      const ring = createRing()
      const actor = createActor(model.machine, { input, inspect: hear(ring.take) })
      actor.start()
      for (const event of events) if (!model.isCrash(event.type) && actor.getSnapshot().can(event)) actor.send(event)
      const { text } = makeReport(ring.read(), head, { texts: false, names: false }, catalogue)
      actor.stop()
      const run = rerun(readRecording(text).entries, charts)
      return run.differences.length === 0 ? [] : differencesOf(run)
    })
    expect([...new Set(parted)].slice(0, 12)).toEqual([])
  })
})
