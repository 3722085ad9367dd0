import { createBrowserReceiver, type StatelyInspectionEvent } from '@statelyai/inspect'
import { expect, it } from 'vitest'
import { createActor, createMachine } from 'xstate'
import { createStatelyFeed } from '../../inspector/stately'
import packages from '../../package.json'
import { readChart } from '../../src/recording/chart'
import { createRecorder } from '../../src/recording/recorder'
import { menuMachine } from '../support/menuMachine'

/** Uses the receiving side of Stately's package. */
const received = (messages: (StatelyInspectionEvent | undefined)[]): StatelyInspectionEvent[] => {
  const page = document.createElement('iframe')
  document.body.append(page)
  if (!page.contentWindow) throw new Error('no window')
  const heard: StatelyInspectionEvent[] = []
  createBrowserReceiver({ window: page.contentWindow }).subscribe((event) => heard.push(event))
  for (const data of messages) page.contentWindow.dispatchEvent(new MessageEvent('message', { data }))
  page.remove()
  return heard
}

const recorded = () => {
  const recorder = createRecorder()
  const actor = createActor(menuMachine, { inspect: recorder.observer }).start()
  actor.send({ type: 'open' })
  return recorder.entries()
}

it('uses the version of the installed package, in messages that its receiver accepts', () => {
  const events = received(recorded().map(createStatelyFeed()))
  expect(events.map(({ type }) => type)).toEqual([
    '@xstate.actor',
    '@xstate.event',
    '@xstate.snapshot',
    '@xstate.event',
    '@xstate.snapshot',
  ])
  expect(new Set(events.map(({ _version }) => _version))).toEqual(
    new Set([packages.devDependencies['@statelyai/inspect']]),
  )
  expect(events.every(({ rootId, sessionId }) => rootId === sessionId)).toBe(true)
  expect(events.at(-1)).toMatchObject({ event: { type: 'open' }, snapshot: { value: 'open', status: 'active' } })
})

it('sends a machine as a definition from which XState creates the same chart', () => {
  const [created] = received(recorded().map(createStatelyFeed()))
  if (created?.type !== '@xstate.actor' || !created.definition) throw new Error('no definition')
  const again = createMachine(JSON.parse(created.definition))
  expect(readChart(again).chart).toEqual(readChart(menuMachine).chart)
})
