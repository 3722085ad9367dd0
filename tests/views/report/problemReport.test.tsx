import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ProblemSource } from '../../../src/machines/report/problemReport.actors'
import ProblemReport from '../../../src/views/report/ProblemReport'
import { SourceContext } from '../../../src/views/shell/logicContext'
import { shortTime } from '../../../src/views/ui/localTimes'
import { LazyReportButton } from '../../../src/views/ui/states/LazyReportButton'
import { catchSavedFiles } from '../../support/savedFiles'

type Recorded = Awaited<ReturnType<ProblemSource['recorded']>>

afterEach(() => vi.restoreAllMocks())

const at = Date.parse('2026-01-02T03:04:05.000Z')

const groups = { actor: 'x:3', name: 'groups', parent: undefined, src: undefined, machine: undefined, input: undefined }

const recordedOf = (events: number): Recorded => ({
  actors: [groups],
  bases: new Map(),
  entries: [
    { kind: 'actor', at, actor: 'x:3', met: groups },
    ...Array.from({ length: events }, (_, index) => ({
      kind: 'event' as const,
      at,
      actor: 'x:3',
      source: undefined,
      event: { type: `step.${index}` },
    })),
  ],
})

const open = async (recorded: ProblemSource['recorded'], calls: ProblemSource['calls'] = () => []) => {
  const onClose = vi.fn()
  render(
    <SourceContext value={{ recorded, calls }}>
      <ProblemReport open onClose={onClose} />
    </SourceContext>,
  )
  await act(async () => {})
  return { user: userEvent.setup(), onClose }
}

const dialog = () => within(screen.getByRole('dialog', { name: 'Report a problem' }))
const save = () => dialog().getByRole('button', { name: 'Save file' })
const said = () => dialog().getAllByRole('status')[0]?.textContent
const shown = () =>
  dialog().getByRole<HTMLTextAreaElement>('textbox', { name: 'Contents of the file' }).value.split('\n')
const contents = () =>
  [...document.querySelectorAll('dt')].map((name) => [name.textContent, name.nextElementSibling?.textContent])

describe('the problem report', () => {
  it('lists its contents, and what it never contains', async () => {
    await open(
      async () => recordedOf(2),
      () => [{ call: 'listGroups', at, ms: 5, answer: undefined }],
    )
    dialog().getByText(
      'Saves a file about what this console did, for the administrator of this server. The console sends nothing.',
    )
    expect(contents()).toEqual([
      ['What the console did', `2 events in 1 part, since ${shortTime(new Date(at))}`],
      ['Calls to the server', '1 call, with their IDs in the server’s log'],
      ['Also included', 'Version, browser, window size and current screen'],
      ['Never included', 'Passwords, codes, tokens, keys, and links that grant access'],
    ])
    expect([said(), save().hasAttribute('disabled'), save().hasAttribute('aria-busy')]).toEqual(['', false, false])
  })

  it('shows no time if nothing has happened yet', async () => {
    await open(async () => ({ actors: [], bases: new Map(), entries: [] }))
    expect(contents()[0]).toEqual(['What the console did', '0 events in 0 parts'])
  })

  it('waits until the contents are gathered', async () => {
    let arrive: (recorded: Recorded) => void = () => {}
    await open(() => new Promise((resolve) => (arrive = resolve)))
    expect([contents(), save().hasAttribute('disabled'), save().getAttribute('aria-busy')]).toEqual([[], true, 'true'])
    expect(screen.queryByText('Preview the file')).toBeNull()
    await act(async () => arrive(recordedOf(1)))
    expect([contents().length, save().hasAttribute('disabled')]).toEqual([4, false])
  })

  it('shows if gathering failed, and tries again', async () => {
    const recorded = vi.fn(async () => recordedOf(1)).mockRejectedValueOnce(new Error('gone'))
    const { user } = await open(recorded)
    expect(said()).toContain('The report could not be created.')
    expect(save().hasAttribute('disabled')).toBe(true)
    await user.click(dialog().getByRole('button', { name: 'Try again' }))
    expect([said(), contents().length]).toEqual(['', 4])
  })

  it('is saved as a file with that name, or shows that saving failed', async () => {
    const files = catchSavedFiles()
    const { user } = await open(async () => recordedOf(1))
    await user.click(save())
    expect(files).toHaveLength(1)
    expect(said()).toBe(`Saved: ${files[0]?.name}`)
    vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
      throw new Error('no room')
    })
    await user.click(save())
    expect(said()).toBe('The file could not be saved.')
  })

  it('has other contents if those are chosen', async () => {
    const recorded = vi.fn(async () => recordedOf(1))
    const { user } = await open(recorded)
    const boxes = () =>
      dialog()
        .getAllByRole<HTMLInputElement>('checkbox')
        .map(({ checked }) => checked)
    expect(boxes()).toEqual([false, false])
    await user.click(dialog().getByRole('checkbox', { name: 'Texts: posts, replies, characters' }))
    expect([boxes(), recorded.mock.calls.length]).toEqual([[true, false], 2])
    await user.click(dialog().getByRole('checkbox', { name: 'Names and addresses: handles, e-mail addresses, links' }))
    expect([boxes(), recorded.mock.calls.length]).toEqual([[true, true], 3])
    await user.click(dialog().getByRole('checkbox', { name: /^Texts/ }))
    expect(boxes()).toEqual([false, true])
  })

  it('is closed by either of its buttons', async () => {
    const { user, onClose } = await open(async () => recordedOf(1))
    for (const button of dialog().getAllByRole('button', { name: 'Close' })) await user.click(button)
    expect(onClose).toHaveBeenCalledTimes(2)
  })
})

describe('the content of the file', () => {
  it.each([
    [99, '99 lines.', 'step.0', 99],
    [100, '100 lines.', 'step.0', 100],
    [101, '101 lines. The last 100 are shown.', 'step.1', 100],
  ])('shows of %i lines the last hundred', async (events, words, first, lines) => {
    await open(async () => recordedOf(events))
    expect(screen.getByText(/lines\./).textContent).toBe(words)
    expect([shown()[0]?.split(' ').at(-1), shown().at(-1)?.split(' ').at(-1), shown().length]).toEqual([
      first,
      `step.${events - 1}`,
      lines,
    ])
  })

  it('can be searched ignoring case', async () => {
    const { user } = await open(async () => recordedOf(30))
    const field = dialog().getByRole('searchbox', { name: 'Search the file' })
    await user.type(field, ' STEP.2 ')
    expect([screen.getByText(/lines?\./).textContent, shown().map((line) => line.split(' ').at(-1))]).toEqual([
      '11 lines.',
      ['step.2', ...Array.from({ length: 10 }, (_, index) => `step.2${index}`)],
    ])
    await user.clear(field)
    await user.type(field, 'step.13')
    expect(screen.getByText(/lines?\./).textContent).toBe('1 line.')
    await user.clear(field)
    await user.type(field, '  ')
    expect(screen.getByText(/lines?\./).textContent).toBe('30 lines.')
  })
})

it('a broken screen has a button that opens the report', async () => {
  render(<LazyReportButton />)
  const user = userEvent.setup()
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Report a problem' }))
  await screen.findByText('What the console did')
  expect(contents()[0]).toEqual(['What the console did', '0 events in 0 parts'])
  await user.click(dialog().getAllByRole('button', { name: 'Close' })[0] ?? document.body)
  await act(async () => {})
  expect(screen.queryByRole('dialog')).toBeNull()
})
