import { expect, it, onTestFinished, vi } from 'vitest'
import { createActor, createMachine, waitFor } from 'xstate'
import { present } from '../../src/machines/crud/present'
import { type ProblemSource, problemReport } from '../../src/machines/report/problemReport.actors'
import type { MetActor } from '../../src/recording/happenings'
import { readRecording } from '../../src/recording/recording'
import type { AnsweredCall } from '../../src/services/api/requestLog'

const at = Date.UTC(2026, 2, 4, 15, 16, 17)

const met = (actor: string, name: string, machine: MetActor['machine']): MetActor => ({
  actor,
  name,
  machine,
  parent: undefined,
  src: undefined,
  input: undefined,
})

const door = met('x:3', 'door', createMachine({ id: 'door', initial: 'shut', states: { shut: {}, ajar: {} } }))
const bell = met('x:5', 'bell', undefined)

const call = (name: string, ms: number, answer?: Response): AnsweredCall => ({ at: at - ms, call: name, ms, answer })

const gathered = async (source: Partial<ProblemSource>) => {
  const recorded = async () => ({ actors: [], bases: new Map(), entries: [] })
  const report = createActor(problemReport({ recorded, calls: () => [], ...source }, window)).start()
  onTestFinished(() => void report.stop())
  const { context } = await waitFor(report, (snapshot) => snapshot.context.file !== undefined)
  return present(context.file, 'file')
}

it('describes each event on one line, with the name of the actor', async () => {
  const file = await gathered({
    recorded: async () => ({
      actors: [door, bell],
      bases: new Map(),
      entries: [
        { kind: 'actor', at, actor: 'x:3', met: door },
        { kind: 'actor', at: at + 1, actor: 'x:5', met: bell },
        { kind: 'event', at: at + 1000, actor: 'x:3', source: undefined, event: { type: 'door.open', width: 7 } },
        {
          kind: 'snapshot',
          at: at + 2000,
          actor: 'x:3',
          event: { type: 'door.open', width: 7 },
          transitions: [],
          snapshot: { status: 'active', value: 'ajar', context: { width: 7 } },
        },
        { kind: 'event', at: at + 2500, actor: 'x:5', source: 'x:3', event: { type: 'xstate.init' } },
        {
          kind: 'snapshot',
          at: at + 3000,
          actor: 'x:5',
          event: { type: 'xstate.init' },
          transitions: [],
          snapshot: { status: 'done', value: 'rung' },
        },
        { kind: 'event', at: at + 4000, actor: 'x:3', source: 'x:5', event: { type: 'xstate.done.actor.ring' } },
        { kind: 'emitted', at: at + 5000, actor: 'x:5', event: { type: 'bell.rang', times: 2 } },
      ],
    }),
    calls: () => [call('listGroups', 30), call('listRoles', 20)],
  })
  const timeOf = (seconds: number) => new Date(at + seconds * 1000).toLocaleTimeString()
  expect(file.lines).toEqual([
    `${timeOf(1)} door takes door.open {"width":7}`,
    `${timeOf(2)} door is ajar {"width":7}`,
    `${timeOf(2)} bell takes xstate.init`,
    `${timeOf(3)} bell is rung {}`,
    `${timeOf(4)} door takes ring done`,
    `${timeOf(5)} bell tells bell.rang {"times":2}`,
  ])
  expect(file).toMatchObject({ parts: 2, events: 3, calls: 2, since: at })
})

it('has the name, status and id of a call, and neither status nor id without an answer', async () => {
  const answer = new Response('["Moonshine"]', { status: 422, headers: { 'x-request-id': 'id-41' } })
  const calls = [call('listGroups', 30, answer), call('listRoles', 20, new Response()), call('getMe', 10)]
  const { text } = await gathered({ calls: () => calls })
  expect(readRecording(text).head?.requests).toEqual([
    { at: at - 30, call: 'listGroups', ms: 30, status: 422, requestId: 'id-41' },
    { at: at - 20, call: 'listRoles', ms: 20, status: 200 },
    { at: at - 10, call: 'getMe', ms: 10 },
  ])
  expect(text).not.toContain('Moonshine')
})

it('has the minute of its creation in its name, and contains time and screen', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: at })
  onTestFinished(() => void vi.useRealTimers())
  const { name, text, since, lines } = await gathered({})
  expect(name).toBe('problem-2026-03-04T15-16.json')
  expect(readRecording(text).head).toMatchObject({
    savedAt: at,
    browser: navigator.userAgent,
    path: window.location.pathname,
    screen: { width: window.innerWidth, height: window.innerHeight },
  })
  expect({ since, lines }).toEqual({ since: undefined, lines: [] })
})
