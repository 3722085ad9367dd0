import { describe, expect, it } from 'vitest'
import { fromCallback } from 'xstate'
import {
  type AccountsChanged,
  csvImportMachine,
  type LeftImport,
  type LeftImportEvent,
} from '../../../src/machines/accounts/csvImport'
import { run } from '../../support/run'
import { lostAnswer } from '../samples'

const file = { id: 'file 1', name: 'agents.csv' }
const rows = { file: 'file 1', length: 3 }
const changed = { type: 'accounts.changed' }
const failure = (message: string) => ({ type: 'toast', tone: 'error', message })

const start = (left?: LeftImport) => {
  const told: unknown[] = []
  const kept: LeftImportEvent[] = []
  const leftImport = fromCallback<LeftImportEvent>(({ sendBack, receive }) => {
    if (left) sendBack({ type: 'import.recall', ...left })
    receive((event) => kept.push(event))
  })
  const tellChanges = fromCallback<AccountsChanged>(({ receive }) => receive((event) => told.push(event)))
  const services = ['readFile', 'createRow', 'createGroups', 'untilReachable'] as const
  const csv = run(csvImportMachine, { services, actors: { leftImport, tellChanges } })
  csv.actor.on('toast', (event) => told.push(event))
  return { ...csv, told, kept }
}

const reading = () => {
  const csv = start()
  csv.send({ type: 'file.choose', file })
  return csv
}

const importing = async () => {
  const csv = reading()
  await csv.last('readFile').answer({ rows, rejected: [] })
  return csv
}

describe('an import', () => {
  it('starts when a file is chosen and creates one account after the other', async () => {
    const csv = await importing()
    expect(csv.last('readFile').input).toEqual({ file })
    for (const index of [0, 1, 2]) {
      expect(csv.inputs('createRow')).toHaveLength(index + 1)
      expect(csv.last('createRow').input).toEqual({ rows, index })
      expect(csv.actor.getSnapshot().hasTag('unfinished')).toBe(true)
      await csv.last('createRow').answer()
    }
    expect(csv.context()).toMatchObject({ fileName: 'agents.csv', answered: 3, created: 3, rejected: [] })
    expect(csv.told).toEqual([changed, { type: 'toast', tone: 'success', message: 'All users added successfully!' }])
    expect(csv.actor.getSnapshot().hasTag('unfinished')).toBe(false)
  })

  it('continues after a failed row, and reports it with its reason', async () => {
    const csv = await importing()
    await csv.last('createRow').answer()
    await csv.last('createRow').fail({ status: 409, detail: '@bob is there already' })
    await csv.last('createRow').fail({})
    expect(csv.context().rejected).toEqual([
      { row: 1, reason: '@bob is there already', isGroupless: false },
      { row: 2, reason: 'An error occurred', isGroupless: false },
    ])
    expect(csv.told).toEqual([changed, failure('Failed to add users from CSV.')])
  })

  it('counts the row under way before it pauses, and continues with the next one', async () => {
    const csv = await importing()
    csv.send({ type: 'import.pause' })
    expect(csv.state()).toEqual({ importing: 'pausing' })
    await csv.last('createRow').answer()
    expect([csv.state(), csv.inputs('createRow').length]).toEqual(['paused', 1])
    csv.send({ type: 'import.resume' })
    expect(csv.last('createRow').input).toEqual({ rows, index: 1 })
  })

  it('does not send the current row again when the import resumes', async () => {
    const csv = await importing()
    csv.send({ type: 'import.pause' })
    csv.send({ type: 'import.resume' })
    expect([csv.state(), csv.inputs('createRow').length]).toEqual([{ importing: 'running' }, 1])
  })

  it('counts the current row before it stops, and does not count the rest as added', async () => {
    const csv = await importing()
    csv.send({ type: 'import.stop' })
    await csv.last('createRow').answer()
    expect([csv.state(), csv.inputs('createRow').length, csv.told]).toEqual(['settled', 1, [changed]])
  })

  it('stops from a pause at once', async () => {
    const csv = await importing()
    csv.send({ type: 'import.pause' })
    await csv.last('createRow').answer()
    csv.send({ type: 'import.stop' })
    expect([csv.state(), csv.told]).toEqual(['settled', [changed]])
  })

  it('skips an empty file without a message, and reports that it has no rows', async () => {
    const csv = reading()
    await csv.last('readFile').answer({ rows: { file: 'file 1', length: 0 }, rejected: [] })
    expect([csv.state(), csv.context().fileName, csv.told]).toEqual(['settled', 'agents.csv', []])
    expect(csv.inputs('createRow')).toEqual([])
  })

  it('sends nothing of a file with guessed columns before the operator accepts them', async () => {
    const headers = [{ header: 'Handle', column: 'username' as const }]
    const csv = reading()
    await csv.last('readFile').answer({ rows, rejected: [], headers })
    expect([csv.state(), csv.context().headers, csv.inputs('createRow')]).toEqual(['previewing', headers, []])
    csv.send({ type: 'column.choose', place: 0, column: undefined })
    csv.send({ type: 'column.choose', place: 0, column: 'username' })
    const left = csv.context()
    expect(csv.kept.at(-1)).toEqual({ type: 'left.keep', left, isOver: false })
    const states = [left, { ...left, tries: 1 }, { ...left, answered: 1 }].map((each) =>
      start({ left: each, isOver: false }).state(),
    )
    expect(states).toEqual(['previewing', 'interrupted', 'interrupted'])
    csv.send({ type: 'preview.accept' })
    expect(csv.inputs('createRow')).toEqual([{ rows: { ...rows, columns: ['username'] }, index: 0 }])
  })

  it('sends rows again whose group does not exist, and unsent rows, with the chosen groups', async () => {
    const csv = await importing()
    const noGroup = { status: 404, detail: 'No such group' }
    const choices = [{ named: 'Launch', group: 'Autumn', isNew: true }]
    await csv.last('createRow').answer()
    csv.send({ type: 'import.stop' })
    await csv.last('createRow').fail(noGroup)
    csv.send({ type: 'groups.choose', choices })
    expect(csv.inputs('createGroups')).toEqual([{ names: ['Autumn'], fileName: 'agents.csv' }])
    await csv.last('createGroups').answer()
    await csv.last('createRow').answer()
    await csv.last('createRow').answer()
    const again = { ...rows, order: [0, 1, 2], choices: [choices] }
    expect(csv.inputs('createRow')).toEqual([
      { rows, index: 0 },
      { rows, index: 1 },
      { rows: again, index: 1 },
      { rows: again, index: 2 },
    ])
    expect(csv.context()).toMatchObject({ answered: 3, created: 3, rejected: [] })
    expect(csv.told.at(-1)).toEqual({ type: 'toast', tone: 'success', message: 'All users added successfully!' })
  })

  it('first sends the row whose answer was lost, marked as such, then the rows with the chosen groups', async () => {
    const csv = await importing()
    await csv.last('createRow').fail({ status: 404, detail: 'No such group' })
    await csv.last('createRow').fail(lostAnswer)
    csv.send({ type: 'import.stop' })
    expect([csv.state(), csv.context().tries]).toEqual(['settled', 1])
    const choices = [{ named: 'Launch', group: 'Autumn', isNew: false }]
    csv.send({ type: 'groups.choose', choices })
    await csv.last('createGroups').answer()
    const again = { ...rows, order: [1, 0, 2], choices: [choices] }
    expect(csv.last('createRow').input).toEqual({ rows: again, index: 0 })
    await csv.last('createRow').fail({ status: 409, detail: 'It is there' })
    expect(csv.context().rejected).toEqual([
      { row: 1, reason: expect.stringMatching(/^It is there \(.+\)$/), isGroupless: false },
    ])
    expect(csv.last('createRow').input).toEqual({ rows: again, index: 1 })
  })

  it('pauses before its rows if a group cannot be created, and explains why', async () => {
    const csv = await importing()
    csv.send({ type: 'import.stop' })
    await csv.last('createRow').fail({ status: 404, detail: 'No such group' })
    csv.send({ type: 'groups.choose', choices: [{ named: 'Launch', group: 'Launch', isNew: true }] })
    await csv.last('createGroups').fail({ detail: 'There is such a group' })
    expect([csv.state(), csv.told.at(-1)]).toEqual(['paused', failure('There is such a group')])
  })

  it('explains why a file cannot be read, and creates nothing', async () => {
    const csv = reading()
    await csv.last('readFile').fail({ detail: 'The file needs a username column.' })
    expect(csv.context().problem).toBe('The file needs a username column.')
    expect(csv.told).toEqual([changed, failure('The file needs a username column.')])
    expect(csv.inputs('createRow')).toEqual([])
  })

  it('reports unreadable rows beside refused rows', async () => {
    const csv = reading()
    const lost = { line: 3, username: '', reason: 'Line 3: a quote is not closed properly' }
    await csv.last('readFile').answer({ rows: { file: 'file 1', length: 1 }, rejected: [lost] })
    await csv.last('createRow').answer()
    expect([csv.context().created, csv.context().rejected]).toEqual([1, [lost]])
    expect(csv.told).toEqual([changed, failure('Failed to add users from CSV.')])
  })

  it('leaves nothing behind when its report is dismissed', async () => {
    const fresh = start()
    const csv = await importing()
    csv.send({ type: 'import.stop' })
    await csv.last('createRow').fail({})
    csv.send({ type: 'report.dismiss' })
    expect([csv.state(), csv.context()]).toEqual(['idle', fresh.context()])
  })

  it('accepts no other file until it has ended, and restarts with the next one', async () => {
    const csv = await importing()
    const other = { id: 'file 2', name: 'more.csv' }
    expect(csv.can({ type: 'file.choose', file: other })).toBe(false)
    csv.send({ type: 'import.stop' })
    await csv.last('createRow').fail({})
    csv.send({ type: 'file.choose', file: other })
    expect(csv.context()).toEqual({
      fileName: 'more.csv',
      rows: { file: '', length: 0 },
      answered: 0,
      tries: 0,
      created: 0,
      rejected: [],
      problem: undefined,
      headers: undefined,
      cut: undefined,
    })
  })
})

describe('an import without a connection', () => {
  it.each([
    ['a proxy finds no server', 502],
    ['the database is away', 503],
    ['a proxy waits no longer', 504],
  ])('fails no row if %s', async (_why, status) => {
    const csv = await importing()
    await csv.last('createRow').fail({ status, detail: 'Away' })
    expect([csv.state(), csv.context().rejected]).toEqual(['unreached', []])
  })

  it('fails no row: it waits, sends the unanswered row again, and reports a refusal of that row', async () => {
    const csv = await importing()
    await csv.last('createRow').fail(lostAnswer)
    expect([csv.state(), csv.inputs('createRow').length, csv.context().rejected]).toEqual(['unreached', 1, []])
    await csv.last('untilReachable').answer()
    expect(csv.inputs('createRow')).toEqual([
      { rows, index: 0 },
      { rows, index: 0 },
    ])
    await csv.last('createRow').fail({ detail: '@ada is there already' })
    await csv.last('createRow').fail({ detail: '@bob is there already' })
    expect(csv.context().rejected.map(({ reason }) => reason)).toEqual([
      '@ada is there already (an earlier attempt was interrupted and may have added this row)',
      '@bob is there already',
    ])
  })

  it('is can be retried at once, paused and stopped, with the current row among the unsent rows', async () => {
    const csv = await importing()
    await csv.last('createRow').fail(lostAnswer)
    csv.send({ type: 'import.resume' })
    expect(csv.inputs('createRow')).toHaveLength(2)
    await csv.last('createRow').fail(lostAnswer)
    csv.send({ type: 'import.pause' })
    expect(csv.state()).toBe('paused')
    csv.send({ type: 'import.resume' })
    csv.send({ type: 'import.stop' })
    await csv.last('createRow').fail(lostAnswer)
    expect([csv.state(), csv.context().answered, csv.told]).toEqual(['settled', 0, [changed]])
  })
})

describe('an import whose session ended', () => {
  it('does not count a row as tried if it was refused with 401', async () => {
    const csv = await importing()
    await csv.last('createRow').fail({ status: 401, detail: 'The session has expired' })
    expect([csv.state(), csv.context().tries, csv.context().rejected]).toEqual(['interrupted', 0, []])
  })

  it('is stored before each row and when it is idle, until its report is dismissed', async () => {
    const csv = await importing()
    await csv.last('createRow').answer()
    await csv.last('createRow').fail({})
    await csv.last('createRow').answer()
    csv.send({ type: 'report.dismiss' })
    const seen = csv.kept.map((event) => (event.type === 'left.keep' ? event.left.answered : 'forgotten'))
    expect(seen).toEqual([0, 1, 2, 3, 'forgotten'])
  })

  it('waits with its report and continues on request with the current row', async () => {
    const csv = await importing()
    await csv.last('createRow').answer()
    const again = start({ left: csv.context(), isOver: false })
    expect([again.state(), again.context(), again.told]).toEqual(['interrupted', csv.context(), []])
    expect(again.inputs('createRow')).toEqual([])
    again.send({ type: 'import.resume' })
    expect(again.last('createRow').input).toEqual({ rows, index: 1 })
  })

  it('shows the report of a finished or stopped import, and announces nothing twice', async () => {
    const csv = await importing()
    csv.send({ type: 'import.stop' })
    await csv.last('createRow').fail({})
    const left = csv.context()
    expect(csv.kept.at(-1)).toEqual({ type: 'left.keep', left, isOver: true })
    const again = start({ left, isOver: true })
    expect([again.state(), again.context(), again.told]).toEqual(['settled', left, []])
    expect(again.actor.getSnapshot().hasTag('unfinished')).toBe(false)
  })
})
