import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Attempt, TaskItem } from '../../../src/schemas/history/tasks'
import { shortTime } from '../../../src/views/ui/localTimes'
import { type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { type GivenTask, openTask } from '../../support/openTask'
import { at, item, later, task } from '../../support/taskSamples'

let server: InProcessServer

beforeEach(async () => {
  server = await startInProcessServer()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await server.close()
})

const open = (...given: GivenTask) => openTask(server, ...given)
const rows = () =>
  within(screen.getByRole('table', { name: 'Items' }))
    .getAllByRole('row')
    .slice(1)
const cellsOf = (place: number) => rows().map((row) => within(row).getAllByRole('cell')[place] as HTMLElement)
const errors = () => cellsOf(5).map(({ textContent }) => textContent)
const outcomes = () => cellsOf(9).map(({ textContent }) => textContent)
const attempt = (change: Partial<Attempt>): Attempt => ({
  started_at: at,
  finished_at: later,
  http_status: 403,
  outcome: 'refused',
  detail: null,
  ...change,
})
const page = 'https://x.com/intent/tweet?text=a'

describe('the outcome of an item', () => {
  it('is shown in X’s words and in ours, with the possible actions', async () => {
    const edit = { can_edit: true, content: 'Words', account_id: 7 }
    const items: [string, Partial<TaskItem>][] = [
      ['', {}],
      ['', { error: 'Not allowed' }],
      ['It was sent all the same', { against_verdict: 'It was sent all the same' }],
      ['Wait until tomorrow', { next_step: 'Wait until tomorrow' }],
      ['bc', { error: 'a', against_verdict: 'b', next_step: 'c' }],
      ['Check @brewlab_ama', { is_of_account: true, account_id: 7 }],
      ['Check the account', { is_of_account: true, account_id: 7, twitter_username: null }],
      ['', { is_of_account: true, account_id: null }],
      ['WordsEdit and send again', edit],
      ['Words', { ...edit, can_edit: false }],
      ['', { ...edit, content: '' }],
      ['Words', { ...edit, account_id: null }],
      ['Cancel', { can_cancel: true }],
      ['Post manually', { can_hand_over: true }],
      [
        'We could not find out whether X has this reply.Check againSend againGive upIt was postedLink of the postConfirm',
        { status: 'needs_review' },
      ],
      [
        'X accepts this reply only from a person.Open in XPost it manually',
        { status: 'handed_over', intent_url: page },
      ],
      ['Enter the outcome', { status: 'handed_over', intent_url: null }],
      [
        'X accepts this reply only from a person.Enter the outcome',
        { status: 'handed_over', intent_url: 'javascript:alert(1)' },
      ],
      ['', { status: 'failed', intent_url: page }],
      ['Steps', { attempts: [] }],
    ]
    await open(items.map(([, each]) => each))
    expect(outcomes()).toEqual(items.map(([words]) => words))
    expect(errors()).toEqual(items.map(([, { error }]) => error ?? '–'))
    const links = within(screen.getByRole('table')).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Check @brewlab_ama', '/admin/media-agent/7'],
      ['Check the account', '/admin/media-agent/7'],
      ['Open in X', page],
      ['Post it manually', '/admin/history/by-hand?item=16'],
      ['Enter the outcome', '/admin/history/by-hand?item=17'],
      ['Enter the outcome', '/admin/history/by-hand?item=18'],
    ])
    const [inX] = links.slice(2)
    expect(['target', 'rel'].map((name) => inX?.getAttribute(name))).toEqual(['_blank', 'noreferrer'])
  })

  it('is shown with the time when it resumes, if that is in the future', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    await open([
      { status: 'queued', next_at: soon },
      { status: 'unknown', next_at: soon },
      { status: 'queued', next_at: at },
      { status: 'failed', next_at: soon },
    ])
    expect(outcomes().map((words) => words?.replace(/(tomorrow )?\d.*/, 'TIME'))).toEqual([
      'Waiting, resumes TIME',
      'X may or may not have this reply, next check TIME',
      '',
      '',
    ])
  })

  it('is shown after each attempt, in words with times', async () => {
    const [first, second] = [at, later].map((time) => shortTime(new Date(time), { second: '2-digit' }))
    const cases: [string, Partial<Attempt>[]][] = [
      [`${first} sent to X · ${second} X answered: posted`, [{ outcome: 'done', http_status: 201 }]],
      [`${first} sent to X · ${second} found on X`, [{ outcome: 'done', http_status: null }]],
      [`${first} sent to X`, [{ outcome: 'sending', finished_at: null, http_status: null }]],
      [
        `${first} sent to X · ${second} did not reach X${first} sent to X · ${second} X answered: refused (403)`,
        [{ outcome: 'unsent', http_status: null }, {}],
      ],
      [`${first} sent to X · ${second} X answered: of-tomorrow (418)`, [{ outcome: 'of-tomorrow', http_status: 418 }]],
    ]
    await open(cases.map(([, attempts]) => ({ attempts: attempts.map(attempt) })))
    expect(outcomes()).toEqual(cases.map(([words]) => `${words}Steps`))
  })

  it('has its error copied, named by its account, otherwise by its reply', async () => {
    await open([{ error: 'No' }, { error: 'No', twitter_username: null }, {}])
    const names = screen.getAllByRole('button', { name: /^Copy/ }).map(({ ariaLabel }) => ariaLabel)
    expect(names).toEqual(['Copy the error of @brewlab_ama', 'Copy the error of r-2'])
  })

  it('has its error in red below its name if it failed, and only there', async () => {
    await open([
      { status: 'failed', error: 'No' },
      { status: 'queued', error: 'Later' },
    ])
    expect(cellsOf(5).map(({ className }) => className.includes('max-md:text-danger-ink'))).toEqual([true, false])
  })

  it('is beside its text, its account and its place on X', async () => {
    await open([
      { content: 'Words', twitter_username: '@one', reply_tweet_id: '17' },
      { content: '', twitter_username: null, reply_tweet_id: null },
    ])
    expect([1, 3, 8, 9].map((place) => cellsOf(place).map(({ textContent }) => textContent))).toEqual([
      ['Reply IDr-1', 'Reply IDr-2'],
      ['@one', '–'],
      ['View reply', '–'],
      ['Words', ''],
    ])
    expect(screen.getAllByRole('button', { name: 'Show the prompt' })).toHaveLength(1)
    const link = screen.getByRole('link', { name: 'View reply' })
    expect(['target', 'rel'].map((name) => link.getAttribute(name))).toEqual(['_blank', 'noreferrer'])
  })

  it('is reported to the server before the page on X opens', async () => {
    const user = await open([{ status: 'handed_over', intent_url: page }])
    const deciding = server.gate(/\/decision$/)
    const link = screen.getByRole('link', { name: 'Open in X' })
    const opened = vi.fn((event: Event) => event.preventDefault())
    link.addEventListener('click', opened)
    await user.click(link)
    await waitFor(() => expect(deciding.waiting()).toBe(1))
    expect(server.bodiesOf('POST /tasks/a1/items/1/decision')).toEqual([{ action: 'opened' }])
    await deciding.answer({ status: 200, body: task([item({})]) })
  })

  it('is decided by its own buttons, which wait until the decision is stored', async () => {
    const user = await open([{ can_hand_over: true }, { can_cancel: true }])
    const deciding = server.gate(/\/decision$/)
    const isOff = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled
    await user.click(screen.getByRole('button', { name: 'Post manually' }))
    await waitFor(() => expect(deciding.waiting()).toBe(1))
    expect([isOff('Post manually'), isOff('Cancel')]).toEqual([true, false])
    expect(server.bodiesOf('POST /tasks/a1/items/1/decision')).toEqual([{ action: 'hand_over' }])
    await deciding.answer({ status: 200, body: task([item({})]) })
  })

  it('is decided, if X did not confirm it, by buttons that wait until the decision is stored', async () => {
    const user = await open([{ status: 'needs_review' }, { status: 'needs_review' }])
    const deciding = server.gate(/\/decision$/)
    await user.click(screen.getAllByRole('button', { name: 'Check again' })[0] as HTMLElement)
    await waitFor(() => expect(deciding.waiting()).toBe(1))
    const states = cellsOf(9).map((cell) =>
      within(cell)
        .getAllByRole<HTMLButtonElement>('button')
        .map(({ textContent, disabled, ariaDisabled }) => [textContent, disabled, ariaDisabled]),
    )
    expect(states).toEqual([
      [
        ['Check again', true, null],
        ['Send again', true, null],
        ['Give up', false, 'true'],
        ['Confirm', true, null],
      ],
      [
        ['Check again', false, null],
        ['Send again', false, null],
        ['Give up', false, null],
        ['Confirm', true, null],
      ],
    ])
    await deciding.answer({ status: 200, body: task([item({})]) })
  })
})

describe('the steps of a reply', () => {
  const history = {
    created_at: at,
    is_whole: true,
    steps: [{ at: later, event: { type: 'item.claim' }, state: 'posting' }],
  }
  const call = 'GET /tasks/a1/items/1/history'
  const show = async (username: string | null, answers: { status: number; body?: object }[]) => {
    for (const { status, body } of answers)
      server.answerNext(call, { status, body: JSON.parse(JSON.stringify(body ?? null)) })
    const user = await open([{ attempts: [], twitter_username: username }])
    await user.click(screen.getByRole('button', { name: 'Steps' }))
    return { user, dialog: within(await screen.findByRole('dialog', { name: 'Steps of this reply' })) }
  }

  it('show the account, and the state at the selected step', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    const { user, dialog } = await show('@one', [{ status: 200, body: history }])
    const steps = async () => (await dialog.findAllByRole('button')).filter((each) => each.closest('ol'))
    await dialog.findByRole('list', { name: 'Steps' })
    dialog.getByText('@one')
    expect(dialog.queryByText(/^Some steps are missing/)).toBeNull()
    const told = async () => (await steps()).map((each) => each.getAttribute('aria-current'))
    const heading = () => dialog.getByRole('heading', { level: 3 }).textContent
    expect([await told(), heading()]).toEqual([[null, 'step'], 'State at this step: posting'])
    expect((scrolled.mock.contexts.at(-1) as Element).querySelector('.key')?.textContent).toBe('posting')
    expect(scrolled.mock.lastCall).toEqual([{ block: 'nearest', inline: 'nearest' }])
    await user.click((await steps())[0] as HTMLElement)
    expect([await told(), heading()]).toEqual([['step', null], 'State at this step: queued'])
    expect((scrolled.mock.contexts.at(-1) as Element).querySelector('.key')?.textContent).toBe('queued')
    const times = scrolled.mock.calls.length
    const whole = dialog.getByRole('button', { name: 'Whole chart' })
    expect(whole.ariaPressed).toBe('false')
    await user.click(whole)
    expect([whole.ariaPressed, scrolled.mock.calls.length]).toEqual(['true', times])
    await user.click(whole)
    expect(scrolled.mock.calls.length).toBe(times + 1)
    const chart = dialog.getByRole('region', { name: 'Chart' })
    expect([chart.tabIndex, within(chart).getByRole('group').ariaLabel]).toEqual([
      0,
      'Steps of a reply on its way to X',
    ])
    await user.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('can be requested again if they could not be loaded', async () => {
    const { user, dialog } = await show(null, [{ status: 503, body: { detail: 'The database is locked' } }])
    await dialog.findByText('The database is locked')
    server.answerNext(call, { status: 200, body: JSON.parse(JSON.stringify({ ...history, is_whole: false })) })
    await user.click(dialog.getByRole('button', { name: 'Try again' }))
    await dialog.findByText(
      'Some steps are missing, because the reply is older than this history or another server version worked on it.',
    )
  })

  it('are not requested again if there are none', async () => {
    const { dialog } = await show(null, [{ status: 404, body: { detail: 'Item was not found' } }])
    await dialog.findByText('Item was not found')
    expect(dialog.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('show that they are loading', async () => {
    const release = server.holdNext(call)
    const { dialog } = await show(null, [])
    expect((await dialog.findByRole('status')).textContent).toBe('Loading...')
    release()
  })
})
