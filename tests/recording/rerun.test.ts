import { describe, expect, it } from 'vitest'
import { type AnyStateMachine, assign, createActor, fromCallback, fromPromise, setup, waitFor } from 'xstate'
import { testOf } from '../../scripts/replay/asTest'
import { todaysCharts } from '../../scripts/replay/charts'
import { type Charts, rerun } from '../../scripts/replay/rerun'
import { differencesOf, originOf } from '../../scripts/replay/story'
import { csvImportMachine } from '../../src/machines/accounts/csvImport'
import { replyFlowMachine } from '../../src/machines/composer/replyFlow'
import { type BulkChange, bulkChangeMachine, type Chosen } from '../../src/machines/crud/bulkChange'
import { createOneByOne, type Outcome } from '../../src/machines/crud/oneByOne'
import { hear } from '../../src/recording/hear'
import { printRecording } from '../../src/recording/printRecording'
import { createRecorder } from '../../src/recording/recorder'
import { readRecording } from '../../src/recording/recording'
import { type Circumstances, makeReport, textsIn } from '../../src/recording/report'
import { createRing, type Ring } from '../../src/recording/ring'
import { createStoredRing } from '../../src/recording/storedRing'
import { messages } from '../../src/schemas/messages'
import { atPreview } from '../machines/composer/composer'
import { refusal } from '../machines/samples'
import { contextAfter, statesAfter } from '../support/reported'
import { run } from '../support/run'

const circumstances: Circumstances = {
  savedAt: Date.UTC(2026, 10, 25, 1, 2, 3),
  version: '0.1.0',
  build: 'b1',
  browser: 'Chrome 140',
  path: '/admin/home',
  screen: { width: 1440, height: 900 },
  requests: [{ at: 1, call: 'batchPostReplies', ms: 12, status: 409, requestId: 'req-1' }],
}
const shown = { texts: false, names: false }

const fileOf = (ring: Ring) => readRecording(makeReport(ring.read(), circumstances, shown, textsIn(messages)).text)

const failedSend = async (kept?: number) => {
  const ring = createRing(kept)
  const flow = await atPreview({ inspect: hear(ring.take) })
  for (const text of ['O', 'On', 'One']) flow.send({ type: 'draft.change', form: { count: String(text.length) } })
  flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
  await flow.last('sendReplies').fail(refusal)
  return { ring, flow }
}

const withBug = (): Charts => {
  const { work } = replyFlowMachine.config.states ?? {}
  const states = Object(work).states
  const sending = { ...states.sending, invoke: { ...states.sending.invoke, onError: 'sent' } }
  const config = {
    ...replyFlowMachine.config,
    states: { ...replyFlowMachine.config.states, work: { ...Object(work), states: { ...states, sending } } },
  }
  const broken: AnyStateMachine = Object.assign(
    Object.create(Object.getPrototypeOf(replyFlowMachine)),
    replyFlowMachine,
  )
  const made = new (Object.getPrototypeOf(broken).constructor)(config, replyFlowMachine.implementations)
  return new Map([...todaysCharts(), ['replyFlow', made]])
}

describe('a reported run', () => {
  it('gives the same result with the recorded charts, with placeholders as texts', async () => {
    const { ring } = await failedSend()
    const file = fileOf(ring)
    expect(JSON.stringify(file)).not.toContain('Launch')
    expect(rerun(file.entries, todaysCharts()).differences).toEqual([])
  })

  it('gives the same result from the middle, if its beginning was dropped', async () => {
    const { ring, flow } = await failedSend(20)
    flow.send({ type: 'reply.edit', reply_id: 'r2' })
    const { entries } = fileOf(ring)
    expect(entries.some((each) => each.kind === 'actor' && each.resumed)).toBe(true)
    const { differences, compared } = rerun(entries, todaysCharts())
    expect([differences, compared.events > 3]).toEqual([[], true])
  })

  it('gives the same result wherever its beginning was dropped, if a view answers a new state with an event', () => {
    const counter = setup({ types: { context: {} as { count: number } } }).createMachine({
      id: 'counter',
      context: { count: 0 },
      on: { add: { actions: assign({ count: ({ context }) => context.count + 1 }) } },
    })
    const lengths = Array.from({ length: 30 }, (_, index) => index + 2)
    const differences = lengths.flatMap((kept) => {
      const ring = createRing(kept)
      const inspect = hear(ring.take)
      const [shown, seen] = [createActor(counter, { inspect }).start(), createActor(counter, { inspect }).start()]
      shown.subscribe(() => seen.send({ type: 'add' }))
      for (let count = 0; count < 9; count += 1) shown.send({ type: 'add' })
      return rerun(fileOf(ring).entries, new Map([[counter.id, counter]])).differences
    })
    expect(differences).toEqual([])
  })

  it('hears the answer of a machine within a machine once', async () => {
    const ring = createRing()
    const silent = fromCallback(() => {})
    const work = createOneByOne<Chosen, BulkChange>().provide({
      actors: { act: fromPromise<Outcome, { item: Chosen; task: BulkChange }>(async () => ({ detail: null })) },
    })
    const machine = bulkChangeMachine.provide({ actors: Object({ followList: silent, work }) })
    const input = Object({ accounts: createActor(silent), line: createActor(silent) })
    const flow = createActor(machine, { input, inspect: hear(ring.take) }).start()
    flow.send({ type: 'choice.add', accounts: [{ id: 7, username: '@ada' }] })
    flow.send({ type: 'change.request', change: { kind: 'check' } })
    await waitFor(flow, ({ context }) => context.results.length > 0)
    flow.send({ type: 'choice.end' })
    expect(rerun(fileOf(ring).entries, todaysCharts()).differences).toEqual([])
  })

  it('contains the pages before reloads, until they are deleted, and gives the same result', async () => {
    const texts = new Map<string, string[]>()
    const storedOf = (operator: string) => ({
      read: () => texts.get(operator),
      write: (some: string[]) => texts.set(operator, some),
    })
    const load = async (operator: string) => {
      const page = new EventTarget()
      const ring = createStoredRing(() => storedOf(operator), page)
      const flow = await atPreview({ inspect: hear(ring.take) })
      flow.send({ type: 'reply.edit', reply_id: 'r2' })
      return { ring, unload: () => page.dispatchEvent(new Event('pagehide')) }
    }
    const pagesIn = (ring: Ring) => {
      const { entries } = fileOf(ring)
      expect(rerun(entries, todaysCharts()).differences).toEqual([])
      return entries.filter((each) => each.kind === 'actor' && each.name === 'replyFlow').length
    }
    for (const pages of [1, 2, 3]) {
      const { ring, unload } = await load('ada')
      expect(pagesIn(ring)).toBe(pages)
      unload()
      texts.get('ada')?.unshift('left by another version')
    }
    const { ring } = await load('bob')
    expect(pagesIn(ring)).toBe(1)
    const again = await load('ada')
    again.ring.forget()
    expect(pagesIn(again.ring)).toBe(1)
  })

  it('gives the same result if the inspector recorded it', async () => {
    const recorder = createRecorder()
    const flow = await atPreview({ inspect: recorder.observer })
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    await flow.last('sendReplies').fail(refusal)
    const { entries } = readRecording(printRecording(recorder.entries()))
    const { differences, compared } = rerun(entries, todaysCharts())
    expect([differences, compared.events > 3]).toEqual([[], true])
  })

  it('is small and gives the same result after an import of 300 rows, of which every third has an unknown group', async () => {
    const ring = createRing()
    const csv = run(csvImportMachine, {
      services: ['readFile', 'createRow', 'createGroups'],
      actors: { leftImport: fromCallback(() => {}), tellChanges: fromCallback(() => {}) },
      inspect: hear(ring.take),
    })
    csv.send({ type: 'file.choose', file: { id: 'file 1', name: 'agents.csv' } })
    await csv.last('readFile').answer({ rows: { file: 'file 1', length: 300 }, rejected: [] })
    for (let row = 1; row <= 300; row += 1) {
      if (row % 3 > 0) await csv.last('createRow').answer()
      else await csv.last('createRow').fail({ status: 404, detail: `No group ${row}` })
    }
    csv.send({ type: 'groups.choose', choices: [{ named: 'B', group: 'A', isNew: false }] })
    await csv.last('createGroups').answer()
    for (let row = 1; row <= 100; row += 1) await csv.last('createRow').answer()
    expect(csv.context()).toMatchObject({ created: 300, rejected: [] })
    const { text } = makeReport(ring.read(), circumstances, shown, textsIn(messages))
    expect(text.length).toBeLessThan(300_000)
    const { differences, compared } = rerun(readRecording(text).entries, todaysCharts())
    expect([differences, compared.events > 400]).toEqual([[], true])
  })

  it('names the first difference from other charts', async () => {
    const { ring } = await failedSend()
    const run = rerun(fileOf(ring).entries, withBug())
    expect(run.differences.map(({ name, event, where, recorded }) => [name, event, where, recorded])).toEqual([
      ['replyFlow', 'xstate.error.actor.send', 'value.work', { open: { previewing: 'whole' } }],
    ])
    expect(differencesOf(run).at(-1)).toBe('1 of 3 machines part from the recording.')
  })

  it('becomes a short test, which fails with the bug and passes without', async () => {
    const { ring } = await failedSend()
    const asked = { expected: { machine: 'replyFlow', state: 'previewing' }, after: undefined }
    const red = testOf(fileOf(ring), withBug(), asked)
    const green = testOf(fileOf(ring), todaysCharts(), asked)
    expect([red.isRed, green.isRed]).toEqual([true, false])
    expect(red.name).toBe('replyFlow is previewing after send failed')
    const events = (source: string) => source.match(/"kind":"event"/g)?.length ?? 0
    expect(events(red.source)).toBeLessThan(events(green.source))
    const [, written = '[]'] = /= (\[[\s\S]*?\n\])/.exec(red.source) ?? []
    const actor = /statesAfter\(reported, "([^"]+)"\)/.exec(red.source)?.[1] ?? ''
    expect(statesAfter(JSON.parse(written.replace(/,\n\]$/, '\n]')), actor)).toContain('previewing')
  })

  it('becomes a test of a field of the context', async () => {
    const { ring } = await failedSend()
    const ask = (value: string) =>
      testOf(fileOf(ring), todaysCharts(), {
        expected: { machine: 'replyFlow', field: 'form.count', value },
        after: undefined,
      })
    expect([ask('3').isRed, ask('2').isRed]).toEqual([false, true])
    const written = /expect\(contextAfter\(reported, "(.+)"\)\)\.toHaveProperty\("form\.count", "3"\)/
    const [, actor = ''] = written.exec(ask('3').source) ?? []
    expect(contextAfter(fileOf(ring).entries, actor)).toHaveProperty('form.count', '3')
  })

  it('asks for an expectation if the recording implies none', async () => {
    const { ring } = await failedSend()
    const ask = (expected?: { machine: string; state: string }) => () =>
      testOf(fileOf(ring), todaysCharts(), { expected, after: undefined })
    expect(ask()).toThrow(/has no expected state.*replyFlow: /s)
    expect(ask({ machine: 'replyFlow', state: 'flying' })).toThrow('replyFlow has no state "flying"')
    expect(ask({ machine: 'inbox', state: 'idle' })).toThrow('The recording has no inbox')
  })

  it('names its version, the changed charts and the failed calls', async () => {
    const { ring } = await failedSend()
    const here = { version: '0.2.0', build: 'b2' }
    expect(originOf(fileOf(ring), withBug(), here)).toEqual([
      'Reported 2026-11-25T01:02:03.000Z at /admin/home, Chrome 140.',
      'Of another version: 0.1.0, build b1. Here is 0.2.0, build b2.',
      'Charts that have changed since: replyFlow.',
      'Placeholders stand for texts, names and addresses.',
      '1970-01-01T00:00:00.001Z batchPostReplies: 409, request req-1',
    ])
    expect(originOf(fileOf(ring), todaysCharts(), { version: '0.1.0', build: 'b1' })[1]).toBe(
      'Version 0.1.0, build b1, as here.',
    )
    const later = fileOf(ring)
    for (const entry of later.entries) if (entry.kind === 'actor') entry.resumed = true
    expect(originOf(later, todaysCharts(), here)[2]).toMatch(/^The recording begins at \S+Z\..* are not in the file\.$/)
  })

  it('refuses files that are no recordings, or recordings of a newer format, with the reason', () => {
    expect(() => readRecording('{"entries": []}')).toThrow('This is no recording of the console')
    expect(() => readRecording(printRecording([]).slice(0, -1))).toThrow('This recording is incomplete')
    expect(() => readRecording('{"format":"auto-comment-bot.recording","version":9}')).toThrow(/newer version.*9/)
    expect(() => readRecording('{"format":"auto-comment-bot.recording","version":2,"entries":[1]}')).toThrow(/damaged/)
  })
})
