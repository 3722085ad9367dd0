import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Header } from '../../../src/views/shell/Header'
import KeysDialog from '../../../src/views/shell/palette/KeysDialog'
import { draw } from './draw'

describe('the header', () => {
  const drawHeader = (path: string, onMenu: (() => void) | null = null) => {
    const onKeys = vi.fn()
    return { ...draw(<Header onMenu={onMenu} onKeys={onKeys} tasks={<p>3 waiting</p>} />, { path }), onKeys }
  }
  const crumbs = () =>
    screen
      .queryAllByRole('listitem')
      .map((item) => [
        item.textContent,
        item.querySelector('a')?.getAttribute('href') ?? null,
        (item.querySelector('[aria-current]') ?? item).getAttribute('aria-current'),
      ])

  it.each([
    ['/admin/group', [['Post Group', null, 'page']]],
    [
      '/admin/group/7',
      [
        ['Post Group', '/admin/group', null],
        ['Group Details', null, 'page'],
      ],
    ],
    ['/admin/nowhere', []],
  ])('at %s shows the current page: %j', (path, told) => {
    drawHeader(path)
    expect(crumbs()).toEqual(told)
    expect(screen.queryByRole('navigation', { name: 'Breadcrumb' }) === null).toBe(told.length === 0)
  })

  it('contains the tasks, and the list of keyboard shortcuts by its button', async () => {
    const { user, onKeys } = drawHeader('/admin/home')
    expect(screen.getByText('3 waiting')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Open menu' })).toBeNull()
    const keys = screen.getByRole('button', { name: 'Keyboard shortcuts' })
    expect(keys.getAttribute('aria-keyshortcuts')).toBe('?')
    await user.click(keys)
    expect(onKeys).toHaveBeenCalledTimes(1)
  })

  it('opens the menu on a phone, and shows there too which screen is open', async () => {
    const onMenu = vi.fn()
    const { user } = drawHeader('/admin/group', onMenu)
    await user.click(screen.getByRole('button', { name: 'Open menu' }))
    expect(onMenu).toHaveBeenCalledTimes(1)
    expect(crumbs()).toEqual([['Post Group', null, 'page']])
  })
})

it('the list of keyboard shortcuts is grouped by screen and describes each key once', () => {
  draw(<KeysDialog open onClose={() => {}} />)
  const dialog = screen.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const told = within(dialog)
    .getAllByRole('region')
    .map((region) => [
      region.querySelector('h3')?.textContent,
      ...[...region.querySelectorAll('dl > div')].map((row) => [
        [...row.querySelectorAll('kbd')].map((key) => key.textContent),
        row.querySelector('dd')?.textContent,
      ]),
    ])
  expect(told).toEqual([
    [
      'Every screen',
      [['Ctrl K'], 'Go to or search'],
      [['Ctrl B'], 'Show or hide the sidebar'],
      [['Ctrl ↵'], 'Save the text being edited, or send the replies'],
      [['?'], 'This sheet'],
      [['Esc'], 'Close a dialog'],
    ],
    [
      'Home',
      [['/', 'C'], 'Go to the link field; C on a focused reply: copy it'],
      [['↵'], 'In the link field: load the post; again: use the last settings'],
      [['N', 'S'], 'Next post to answer; character, group and count of the last send'],
      [['J', 'K', '1 … 9'], 'Next or previous post to answer, or reply; reply by number'],
      [['E', 'R', 'X'], 'Edit, rewrite or drop the focused reply'],
      [['Ctrl Z', 'Ctrl Shift Z'], 'Undo or redo a replaced draft; undo a held send'],
    ],
    [
      'Inbox',
      [['J', 'K', '↵'], 'Next mention, previous mention, answer'],
      [['X', 'U', 'B', 'O'], 'Dismiss, bring back, do not reply, open on X'],
    ],
    [
      'Post manually',
      [['J', 'K'], 'Next reply, previous reply'],
      [['O', 'X'], 'Open the reply on X, check for it on X'],
    ],
  ])
})
