import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { fromCallback, fromPromise } from 'xstate'
import { type FollowKeeperEvent, taskFollowMachine } from '../../../src/machines/history/taskFollow'
import { createLogic } from '../../../src/machines/session/session.actors'
import * as historyWords from '../../../src/schemas/history/history.words'
import type { OpenTasks, TaskSummary } from '../../../src/schemas/history/tasks'
import { defaultMeta } from '../../../src/schemas/system'
import { createBrowserServices } from '../../../src/services/browser'
import TaskStrip from '../../../src/views/history/TaskStrip'
import { LogicProvider } from '../../../src/views/shell/logicContext'
import { MetaContext } from '../../../src/views/shell/metaContext'
import { summary } from '../../machines/samples'
import { signedIn } from '../../machines/session/sessionRuns'
import { eventually } from '../../support/waiting'

const answer = (tasks: TaskSummary[]): OpenTasks => ({ tasks, needs_review: 0, handed_over: 0 })

const show = async (tasks: TaskSummary[], isStale = false) => {
  const answers = [answer(tasks)]
  const never = () => new Promise<never>(() => {})
  const machine = taskFollowMachine.provide({
    actors: {
      loadOpenTasks: fromPromise(async () => {
        const next = answers.shift()
        if (!next) throw new Error('The server cannot be reached')
        return next
      }),
      keepFollowed: fromCallback<FollowKeeperEvent>(({ sendBack }) =>
        sendBack({ type: 'followed.restored', followed: { awaited: [], ended: tasks.map(({ id }) => id) } }),
      ),
      watchChanges: fromCallback(() => {}),
      watchSends: fromCallback(() => {}),
      watchReturn: fromCallback(() => {}),
      watchUpdates: fromCallback(() => {}),
      cancelQueued: fromCallback(() => {}),
    },
  })
  const { actor: auth } = await signedIn(machine)
  onTestFinished(() => {
    auth.stop()
  })
  const follow = auth.getSnapshot().children.taskFollow
  if (!follow) throw new Error('Nothing is followed')
  const told = () => follow.send({ type: 'tasks.changed', task_id: undefined })
  told()
  await eventually(() => expect(follow.getSnapshot().context.tasks).toHaveLength(tasks.length))
  if (isStale) {
    told()
    await eventually(() => expect(follow.getSnapshot().context.isStale).toBe(true))
  }
  const send = vi.spyOn(follow, 'send')
  const logic = createLogic({ ...createBrowserServices({ baseUrl: '/api/v1' }), openConsole: never })
  render(
    <LogicProvider logic={logic} auth={auth}>
      <MetaContext value={{ ...defaultMeta, takes_expected: true }}>
        <TaskStrip />
      </MetaContext>
    </LogicProvider>,
  )
  return { user: userEvent.setup(), said: () => send.mock.calls.map(([event]) => event) }
}

const post = (author_username: string) => ({ tweet_id: '19', text: `Words of ${author_username}`, author_username })
const of = (id: string, change: Partial<TaskSummary>): TaskSummary => ({
  ...summary('completed', 0),
  id,
  post: post(id),
  ...change,
})
const done = of('ann', {})
const running = of('ben', { status: 'processing', completed: 0, pending: 2 })
const failed = of('cyd', { status: 'failed', completed: 0, failed: 2 })
const manual = of('dan', { status: 'handed_over', completed: 0, pending: 2, handed_over: 2 })
const cancelled = of('eve', { status: 'cancelled', completed: 0, failed: 2, cancelled: 2 })
const toReview = of('fay', { status: 'needs_review', completed: 1, pending: 1, needs_review: 1 })

const strip = () => screen.getAllByRole('button', { hidden: true })[0] as HTMLElement
const panel = () => document.querySelector('[popover]') as HTMLElement
const icon = (element: Element) => element.querySelector('svg')?.getAttribute('class') ?? ''
const marks = () =>
  within(panel())
    .getAllByRole('listitem', { hidden: true })
    .map((row) => /lucide-([\w-]+)/.exec(icon(row))?.[1])
const inPanel = () => within(panel())

describe('sends and their outcomes', () => {
  it('are hidden if no task is followed', async () => {
    await show([])
    expect(document.querySelector('[popover]')).toBeNull()
  })

  it.each<[string, string, string, TaskSummary[]]>([
    ['Replies to @ann:2 posted', 'success', 'Sent', [done]],
    ['Replies to @ben:2 waiting', 'primary', 'Sending now', [running]],
    ['Replies to @cyd:2 failed', 'danger', 'Sent', [failed]],
    ['Replies to @dan:2 to post manually', 'warn', 'Sent', [manual]],
    ['Replies to @eve:2 cancelled', 'neutral', 'Sent', [cancelled]],
    ['Replies to @fay:1 posted, 1 to review', 'danger', 'Sent', [toReview]],
    ['Replies to @cyd:2 failed+2 more', 'danger', 'Sending now', [done, running, failed]],
    ['Replies to @ben:2 waiting+1 more', 'primary', 'Sending now', [done, running]],
    ['Replies to @dan:2 to post manually+1 more', 'danger', 'Sent', [manual, failed]],
    ['Replies to @ann:2 posted+1 more', 'success', 'Sent', [done, cancelled]],
  ])('starts with "%s", in the tone of %s', async (words, tone, heading, tasks) => {
    await show(tasks)
    expect(strip().textContent).toBe(words)
    expect(strip().className).toMatch(new RegExp(`bg-${tone}-soft text-${tone}-ink`))
    expect(inPanel().getByRole('heading', { hidden: true }).textContent).toBe(heading)
    expect(strip().getAttribute('popovertarget')).toBe(panel().id)
  })

  it('have a mark for what they need, and a static mark if the stream is silent', async () => {
    await show([done, running, failed, manual, cancelled, toReview], true)
    expect(marks()).toEqual([
      'circle-check',
      'cloud-off',
      'circle-exclamation-point',
      'circle-exclamation-point',
      'circle-dashed',
      'circle-exclamation-point',
    ])
    const tones = [...panel().querySelectorAll('li svg')].map(
      (each) => /text-(success|danger|warn|neutral)/.exec(each.getAttribute('class') ?? '')?.[1],
    )
    expect(tones.filter(Boolean)).toEqual(['success', 'danger', 'warn', 'neutral', 'danger'])
  })

  it('have an animated mark while the stream is alive', async () => {
    await show([running])
    expect([marks(), icon(strip())]).toEqual([[undefined], expect.stringContaining('animate-spin')])
  })

  it.each<[string, TaskSummary[], boolean]>([
    ['Replies to @ann: 2 posted.', [done], false],
    ['Replies to @ann: 2 posted.', [done], true],
    ['', [running], false],
    [historyWords.stale, [running], true],
    ['Replies to @ann: 2 posted. Replies to @cyd: 2 failed.', [done, running, failed], false],
    [`Replies to @ann: 2 posted. ${historyWords.stale}`, [done, running], true],
  ])('are announced: %s', async (words, tasks, isStale) => {
    await show(tasks, isStale)
    expect(screen.getByRole('status').textContent).toBe(words)
    const notes = [...panel().querySelectorAll('h2 + p')].map(({ textContent }) => textContent)
    expect(notes).toEqual(words.includes(historyWords.stale) ? [historyWords.stale] : [])
  })
})

describe('each task in the list', () => {
  it('shows its subject and its state', async () => {
    await show([{ ...done, post: null }, { ...running, completed: 1, pending: 1 }, manual, cancelled])
    const rows = inPanel().getAllByRole('listitem', { hidden: true })
    expect(rows.map((row) => [...row.querySelectorAll('a, p')].map(({ textContent }) => textContent))).toEqual([
      ['Task ann', '2 posted'],
      ['Replies to @ben', 'Words of ben', '1 posted, 1 waiting'],
      ['Replies to @dan', 'Words of dan', '2 to post manually · Post manually', 'Post manually'],
      ['Replies to @eve', 'Words of eve', '2 cancelled'],
    ])
    const links = inPanel().getAllByRole('link', { hidden: true })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/admin/history/ann',
      '/admin/history/ben',
      '/admin/history/dan',
      '/admin/history/by-hand',
      '/admin/history/eve',
    ])
    const meters = inPanel().getAllByRole('img', { hidden: true })
    expect(
      meters.map((meter) => [meter.ariaLabel, ...[...meter.children].map((bar) => (bar as HTMLElement).style.width)]),
    ).toEqual([['2 posted', '100%'], ['1 posted, 1 waiting', '50%'], ['2 to post manually'], ['2 cancelled']])
  })

  it('has a bar of posted and failed replies', async () => {
    await show([{ ...failed, total_items: 4, completed: 1, failed: 3, cancelled: 1 }])
    const [meter] = inPanel().getAllByRole('img', { hidden: true })
    const bars = [...(meter?.children ?? [])].map((bar) => [
      /bg-\w+/.exec(bar.className)?.[0],
      (bar as HTMLElement).style.width,
    ])
    expect(bars).toEqual([
      ['bg-success', '25%'],
      ['bg-danger', '50%'],
    ])
  })

  it.each<[string[], TaskSummary[]]>([
    [['Dismiss Replies to @ann'], [done]],
    [['Cancel queued: Replies to @ben'], [running]],
    [
      ['Dismiss Replies to @ann', 'Cancel queued: Replies to @ben'],
      [done, running],
    ],
    [
      ['Dismiss Replies to @ann', 'Dismiss Replies to @cyd', 'Dismiss all'],
      [done, failed],
    ],
    [[], [{ ...running, needs_review: 1, handed_over: 1 }]],
    [['Cancel queued: Replies to @ben'], [{ ...running, needs_review: 1 }]],
    [['Cancel queued: Replies to @ben'], [{ ...running, handed_over: 1 }]],
  ])('offers %j', async (names, tasks) => {
    await show(tasks)
    const offered = inPanel().queryAllByRole('button', { hidden: true })
    expect(offered.map(({ ariaLabel, textContent }) => ariaLabel ?? textContent)).toEqual(names)
  })

  it('is dismissed, its waiting replies are cancelled, or all finished tasks are dismissed at once', async () => {
    const { said } = await show([done, running, failed])
    const press = (name: string) => fireEvent.click(inPanel().getByRole('button', { name, hidden: true }))
    press('Cancel queued: Replies to @ben')
    press('Dismiss all')
    expect(said()).toEqual([{ type: 'queued.cancel', task_id: 'ben' }, { type: 'outcomes.dismiss' }])
    expect(strip().textContent).toBe('Replies to @ben:2 waiting')
  })

  it('is dismissed automatically', async () => {
    const { said } = await show([done, failed])
    act(() => inPanel().getByRole('button', { name: 'Dismiss Replies to @ann', hidden: true }).click())
    expect(said()).toEqual([{ type: 'outcome.dismiss', task_id: 'ann' }])
  })

  it('is opened by its link, which closes the list and dismisses finished tasks', async () => {
    const hidden = vi.fn()
    Object.assign(HTMLElement.prototype, { hidePopover: hidden })
    const { said } = await show([running, manual])
    const follow = (name: string) => fireEvent.click(inPanel().getByRole('link', { name, hidden: true }))
    follow('Replies to @ben')
    follow('Post manually')
    expect([hidden.mock.contexts, said()]).toEqual([[panel(), panel()], []])
    follow('Replies to @dan')
    expect([hidden.mock.calls.length, said()]).toEqual([3, [{ type: 'outcome.dismiss', task_id: 'dan' }]])
    Reflect.deleteProperty(HTMLElement.prototype, 'hidePopover')
  })
})
