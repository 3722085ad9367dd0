import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { csvImportMachine } from '../../../src/machines/accounts/csvImport'
import type { RejectedRow } from '../../../src/schemas/accounts/csvRows'
import { GroupField } from '../../../src/views/accounts/GroupField'
import { GroupOffer } from '../../../src/views/accounts/GroupOffer'
import { row } from '../../machines/samples'
import { textIn } from '../../support/renderConsole'
import { renderPart } from '../../support/renderPart'

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const click = (name: string) => userEvent.click(button(name))
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)
const options = (select: HTMLElement) =>
  within(select)
    .getAllByRole<HTMLOptionElement>('option')
    .map(({ text, value }) => [text, value])
const never = () => new Promise<never>(() => undefined)

describe('the group of a media agent', () => {
  const open = (
    listGroups: () => Promise<object[]>,
    { value = '', stored, error }: { value?: string; stored?: string; error?: string } = {},
  ) => {
    renderPart(<GroupField none="No group" value={value} stored={stored} error={error} onChange={() => undefined} />, {
      api: { listGroups },
    })
    return screen.getByLabelText<HTMLSelectElement>('Group')
  }
  const said = (select: HTMLElement) =>
    document.getElementById(select.getAttribute('aria-describedby') ?? '')?.textContent ?? null

  it('is loaded first', () => {
    const select = open(never)
    expect([options(select), select.disabled, said(select)]).toEqual([[['Loading...', '']], true, null])
  })

  it('is any existing group, the stored and the chosen one first, each once', async () => {
    const select = open(async () => [{ name: 'north' }, { name: 'south' }], { value: 'north', stored: 'gone' })
    await waitFor(() => expect(select.disabled).toBe(false))
    expect(options(select)).toEqual([
      ['No group', ''],
      ['gone', 'gone'],
      ['north', 'north'],
      ['south', 'south'],
    ])
    expect([select.value, said(select)]).toEqual(['north', null])
  })

  it('shows an error instead of a hint', async () => {
    const select = open(async () => [{ name: 'north' }], { error: 'Group is required' })
    await waitFor(() => expect(select.disabled).toBe(false))
    expect(said(select)).toBe('Group is required')
  })

  it.each([
    [undefined, 'No groups found. Please create a group first. Create group'],
    ['Group is required', 'Group is requiredNo groups found. Please create a group first. Create group'],
  ])('links to the page that creates one while there is none: %s', async (error, words) => {
    const select = open(async () => [], error ? { error } : {})
    const link = await screen.findByRole('link', { name: 'Create group' })
    expect([link.getAttribute('href'), select.disabled, said(select)]).toEqual(['/admin/group', true, words])
    expect(select.getAttribute('aria-invalid')).toBe(error ? 'true' : null)
    expect(options(select)).toEqual([['No group', '']])
  })

  it('can be loaded again after a failure, without losing the choice', async () => {
    let answer = async (): Promise<object[]> => Promise.reject(new Error('away'))
    const select = open(() => answer(), { value: 'north' })
    await screen.findByText('The groups could not be loaded.')
    expect([options(select), select.disabled]).toEqual([
      [
        ['No group', ''],
        ['north', 'north'],
      ],
      true,
    ])
    answer = async () => [{ name: 'south' }]
    await click('Try again')
    await waitFor(() => expect(options(select).map(([name]) => name)).toEqual(['No group', 'north', 'south']))
    expect(screen.queryByText('The groups could not be loaded.')).toBeNull()
  })
})

describe('rows of groups that do not exist', () => {
  const rejected = (name: string, isGroupless = false): RejectedRow => {
    const { line, values } = row(2, '@ada')
    const refused = { line, username: '@ada', reason: 'No such group', values: { ...values, group: name } }
    return { ...refused, isGroupless }
  }
  const open = async (existing: string[], rows: RejectedRow[], left = 0) => {
    const sent: unknown[] = []
    const csvImport = createActor(csvImportMachine)
    vi.spyOn(csvImport, 'send').mockImplementation((event) => void sent.push(event))
    renderPart(<GroupOffer csvImport={csvImport} rejected={rows} left={left} />, {
      api: { listGroups: async () => existing.map((name, id) => ({ id, name })) },
    })
    await screen.findAllByRole('combobox')
    return sent
  }
  const send = () => userEvent.click(screen.getByRole('button', { name: /^Send/ }))

  it.each([
    ['launch crew', 'Launch-Crew', { named: 'launch crew', group: 'Launch-Crew', isNew: false }],
    ['launch_crew', 'LAUNCH CREW', { named: 'launch_crew', group: 'LAUNCH CREW', isNew: false }],
    ['launchcrew', 'launch - crew', { named: 'launchcrew', group: 'launch - crew', isNew: false }],
    ['North', 'NORTH', { named: 'North', group: 'NORTH', isNew: false }],
    ['North', 'North', { named: 'North', group: 'North', isNew: false }],
    ['North', 'South', { named: 'North', group: 'North', isNew: true }],
  ])('go from %s with %s there', async (name, existing, choice) => {
    const sent = await open(['Elsewhere', existing], [rejected(name, true)])
    await send()
    expect(sent).toEqual([{ type: 'groups.choose', choices: [choice] }])
  })

  it.each([
    [['North-', 'NORTH', 'North'], 'North'],
    [['North-', 'NORTH'], 'NORTH'],
  ])('prefer the most similar of %j', async (existing, group) => {
    const sent = await open(existing, [rejected('North', true)])
    await send()
    expect(sent).toEqual([{ type: 'groups.choose', choices: [{ named: 'North', group, isNew: false }] }])
  })

  it('get one choice for each name, others stay as they are', async () => {
    const sent = await open(
      ['East', 'West'],
      [rejected('North', true), rejected('South', true), rejected('North', true), rejected('else')],
    )
    expect(screen.getAllByRole('combobox').map((select) => options(select).map(([text]) => text))).toEqual([
      ['Create the group "North"', 'East', 'West'],
      ['Create the group "South"', 'East', 'West'],
    ])
    await userEvent.selectOptions(screen.getByLabelText('Replacement for "North", which is not a group'), 'West')
    await userEvent.selectOptions(screen.getByLabelText('Replacement for "South", which is not a group'), 'East')
    expect(textIn(screen.getByLabelText('Replacement for "North", which is not a group'))).toBe('West')
    await userEvent.selectOptions(screen.getByLabelText('Replacement for "South", which is not a group'), '')
    await click('Send 3 rows again')
    expect(sent).toEqual([
      {
        type: 'groups.choose',
        choices: [
          { named: 'North', group: 'West', isNew: false },
          { named: 'South', group: 'South', isNew: true },
        ],
      },
    ])
  })

  it('belong to one new group with two spellings', async () => {
    const sent = await open(['East'], [rejected('Sales', true), rejected('sales', true)])
    expect(screen.getAllByRole('combobox').map((select) => options(select)[0]?.[0])).toEqual([
      'Create the group "Sales"',
      'Create the group "Sales"',
    ])
    await send()
    expect(sent).toEqual([
      {
        type: 'groups.choose',
        choices: [
          { named: 'Sales', group: 'Sales', isNew: true },
          { named: 'sales', group: 'Sales', isNew: true },
        ],
      },
    ])
  })

  it.each([
    [0, 'Send 1 row again'],
    [1, 'Send 1 row again and the remaining 1'],
    [1300, 'Send 1 row again and the remaining 1,300'],
  ])('are sent with the %i unsent ones', async (left, name) => {
    await open(['East'], [rejected('North', true)], left)
    expect(buttons()).toEqual([name])
  })
})
