import { describe, expect, it } from 'vitest'
import { createActor, setup } from 'xstate'
import { leavingMachine, type Unsent, type Way } from '../../../src/machines/shell/leaving'
import { run } from '../../support/run'
import { sessionWith, shownOncePage, unfinishedPage } from '../pages'

const link: Way = { type: 'link', to: '/admin/history', options: { replace: true } }
const logout: Way = { type: 'logout' }
const granted = (way: Way) => ({ type: 'leave.granted', way })

const unsavedPage = () =>
  createActor(
    setup({ types: { events: {} as { type: 'page.discard' } } }).createMachine({
      initial: 'changed',
      states: { changed: { on: { 'page.discard': 'unchanged' } }, unchanged: {} },
    }),
  ).start()

const start = (csvImport: 'idle' | 'importing' = 'idle') => {
  const session = sessionWith(csvImport)
  const leaving = run(leavingMachine, { services: ['untilFinished', 'countUnsent'], input: { session } })
  return {
    ...leaving,
    count: (unsent: Unsent = { replies: 0, posts: 0 }) => leaving.last('countUnsent').answer(unsent),
    logouts: () => session.getSnapshot().context.logouts,
  }
}

describe('a page without unsaved changes', () => {
  it('closes at once and opens the followed link', () => {
    const leaving = start()
    leaving.send({ type: 'leave.request', way: link })
    expect([leaving.state(), leaving.told, leaving.context().way]).toEqual(['staying', [granted(link)], undefined])
  })

  it('leaves Back and Forward to the browser', () => {
    expect(start().can({ type: 'leave.back' })).toBe(false)
  })

  it('allows a logout at once', async () => {
    const leaving = start()
    leaving.send({ type: 'leave.request', way: logout })
    await leaving.count()
    expect([leaving.state(), leaving.logouts(), leaving.told]).toEqual(['staying', 1, []])
  })
})

describe('a page with unsaved changes', () => {
  const changed = (csvImport?: 'importing') => {
    const leaving = start(csvImport)
    const page = unsavedPage()
    leaving.send({ type: 'page.open', page })
    return { ...leaving, page, isChanged: () => page.getSnapshot().matches('changed') }
  }

  it('closes when the operator discards the changes', () => {
    const leaving = changed()
    leaving.send({ type: 'leave.request', way: link })
    expect([leaving.state(), leaving.told]).toEqual([{ askingToDiscard: 'changes' }, []])
    leaving.send({ type: 'leave.confirm' })
    expect([leaving.state(), leaving.told, leaving.isChanged()]).toEqual(['staying', [granted(link)], false])
  })

  it('asks another question if its content cannot be shown again', () => {
    const leaving = start()
    leaving.send({ type: 'page.open', page: shownOncePage })
    leaving.send({ type: 'leave.request', way: link })
    expect(leaving.state()).toEqual({ askingToDiscard: 'shownOnce' })
  })

  it('discards the changes of all of its forms', () => {
    const leaving = changed()
    const other = unsavedPage()
    leaving.send({ type: 'page.open', page: other })
    leaving.send({ type: 'leave.request', way: link })
    leaving.send({ type: 'leave.confirm' })
    expect([leaving.isChanged(), other.getSnapshot().value]).toEqual([false, 'unchanged'])
  })

  it('stays if the operator cancels', () => {
    const leaving = changed()
    leaving.send({ type: 'leave.back' })
    leaving.send({ type: 'leave.cancel' })
    expect([leaving.state(), leaving.told, leaving.isChanged()]).toEqual(['staying', [], true])
  })

  it('is left in the way that was requested last', () => {
    const leaving = changed()
    leaving.send({ type: 'leave.request', way: link })
    leaving.send({ type: 'leave.back' })
    leaving.send({ type: 'leave.confirm' })
    expect(leaving.told).toEqual([granted({ type: 'back' })])
  })

  it('asks nothing after it was closed', () => {
    const leaving = changed()
    leaving.send({ type: 'page.close', page: leaving.page })
    leaving.send({ type: 'leave.request', way: link })
    expect(leaving.told).toEqual([granted(link)])
  })

  it('asks about an import only after its own changes were discarded', async () => {
    const leaving = changed('importing')
    leaving.send({ type: 'leave.request', way: logout })
    expect(leaving.state()).toEqual({ askingToDiscard: 'changes' })
    leaving.send({ type: 'leave.confirm' })
    expect([leaving.state(), leaving.logouts()]).toEqual(['askingToEndImport', 0])
    leaving.send({ type: 'leave.confirm' })
    await leaving.count()
    expect([leaving.state(), leaving.logouts()]).toEqual(['staying', 1])
  })
})

describe('a running import', () => {
  it('does not end because of a link', () => {
    const leaving = start('importing')
    leaving.send({ type: 'leave.request', way: link })
    expect(leaving.told).toEqual([granted(link)])
  })

  it('continues if the operator does not log out', () => {
    const leaving = start('importing')
    leaving.send({ type: 'leave.request', way: logout })
    leaving.send({ type: 'leave.cancel' })
    expect([leaving.state(), leaving.logouts()]).toEqual(['staying', 0])
  })
})

describe('unsent replies and posts', () => {
  it.each([
    { replies: 2, posts: 0 },
    { replies: 0, posts: 33 },
  ])("are deleted by a logout after the operator's confirmation: %j", async (unsent) => {
    const leaving = start()
    leaving.send({ type: 'leave.request', way: logout })
    await leaving.count(unsent)
    expect([leaving.state(), leaving.context().unsent, leaving.logouts()]).toEqual(['askingToForget', unsent, 0])
    leaving.send({ type: 'leave.confirm' })
    expect([leaving.state(), leaving.context().unsent, leaving.logouts()]).toEqual(['staying', undefined, 1])
  })

  it('stay if the operator stays', async () => {
    const leaving = start()
    leaving.send({ type: 'leave.request', way: logout })
    await leaving.count({ replies: 2, posts: 33 })
    leaving.send({ type: 'leave.cancel' })
    expect([leaving.state(), leaving.context().unsent, leaving.logouts()]).toEqual(['staying', undefined, 0])
  })

  it('cause a confirmation if they cannot be counted', async () => {
    const leaving = start()
    leaving.send({ type: 'leave.request', way: logout })
    await leaving.last('countUnsent').fail(new Error('No network'))
    expect([leaving.state(), leaving.logouts()]).toEqual(['askingToForget', 0])
    leaving.send({ type: 'leave.confirm' })
    expect([leaving.state(), leaving.logouts()]).toEqual(['staying', 1])
  })

  it('cause a confirmation after the import was ended', async () => {
    const leaving = start('importing')
    leaving.send({ type: 'leave.request', way: logout })
    leaving.send({ type: 'leave.confirm' })
    await leaving.count({ replies: 1, posts: 0 })
    expect([leaving.state(), leaving.logouts()]).toEqual(['askingToForget', 0])
  })

  it('do not matter for a link', () => {
    const leaving = start()
    leaving.send({ type: 'leave.request', way: link })
    expect([leaving.inputs('countUnsent'), leaving.told]).toEqual([[], [granted(link)]])
  })
})

describe('a page with a running deletion', () => {
  it('closes when the current deletion has ended', async () => {
    const leaving = start()
    leaving.send({ type: 'page.open', page: unfinishedPage })
    leaving.send({ type: 'leave.request', way: link })
    expect([leaving.state(), leaving.told]).toEqual(['stopping', []])
    leaving.send({ type: 'page.close', page: unfinishedPage })
    await leaving.last('untilFinished').answer()
    expect([leaving.state(), leaving.told]).toEqual(['staying', [granted(link)]])
  })
})
