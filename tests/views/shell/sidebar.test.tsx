import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Section, sections } from '../../../src/routes'
import { defaultMeta, type Meta } from '../../../src/schemas/system'
import { Sidebar } from '../../../src/views/shell/Sidebar'
import { consoleScreens } from '../../../src/views/shell/screens'
import { draw } from './draw'

describe('the sidebar', () => {
  const drawSidebar = (more: Partial<Parameters<typeof Sidebar>[0]> = {}, path = '/admin/home', meta?: Meta) => {
    const calls: string[] = []
    const call = (name: string) => () => {
      calls.push(name)
    }
    const view = draw(
      <Sidebar
        narrow={false}
        attention={0}
        onToggle={call('toggle')}
        onSearch={call('search')}
        onReport={call('report')}
        onLogout={call('logout')}
        onFollow={call('follow')}
        {...more}
      />,
      { path, meta },
    )
    return { ...view, calls }
  }
  const describedBy = (element: HTMLElement) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' ')

  it('has a description for each section and for the logout', () => {
    drawSidebar()
    const menu = within(screen.getByRole('navigation', { name: 'Main' }))
    const items = [...menu.getAllByRole('link'), menu.getByRole('button', { name: 'Logout' })]
    expect(items.map((item) => [item.textContent, describedBy(item), item.title])).toEqual([
      ['Home', 'Write and send replies', ''],
      ['Inbox', '', ''],
      ['AI Character', 'Personas and their models', ''],
      ['Media Agent', 'Connected X accounts', ''],
      ['Post Group', 'Sets of accounts to post through', ''],
      ['History', 'Sent replies and failures', ''],
      ['Logout', 'Leave this console', ''],
    ])
  })

  it('has only icons whose titles name them', () => {
    drawSidebar({ narrow: true, attention: 3 })
    const named = [...screen.getAllByRole('link'), ...screen.getAllByRole('button')]
    expect(named.map((each) => [each.title, each.textContent])).toEqual([
      ['Home', 'Home'],
      ['Inbox', 'Inbox'],
      ['AI Character', 'AI Character'],
      ['Media Agent', 'Media Agent'],
      ['Post Group', 'Post Group'],
      ['History', 'History'],
      ['Settings', 'Settings'],
      ['Toggle Sidebar', ''],
      ['Go to or search', 'Go to or search'],
      ['Logout', 'Logout'],
      ['Report a problem', 'Report a problem'],
    ])
    expect(screen.queryByText('Auto Comment Bot')).toBeNull()
    expect(screen.queryByText('Write and send replies')).toBeNull()
    expect(screen.queryByText(/ K$/)).toBeNull()
    expect(screen.getByRole('link', { name: 'Home' }).hasAttribute('aria-describedby')).toBe(false)
    expect(describedBy(screen.getByRole('link', { name: 'History' }))).toBe('3 need you')
    expect(screen.getByRole('button', { name: 'Toggle Sidebar' }).getAttribute('aria-expanded')).toBe('false')
  })

  it('has no titles if it shows the words', () => {
    drawSidebar()
    for (const name of ['Go to or search', 'Report a problem'])
      expect(screen.getByRole('button', { name }).hasAttribute('title')).toBe(false)
    expect(screen.getByRole('link', { name: 'Settings' }).hasAttribute('title')).toBe(false)
    expect(screen.getByText('Auto Comment Bot')).toBeDefined()
    expect(screen.getByText('Ctrl K')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Toggle Sidebar' }).getAttribute('aria-expanded')).toBe('true')
  })

  it.each([
    [0, 'Sent replies and failures'],
    [1, 'Sent replies and failures 1 need you'],
    [99, 'Sent replies and failures 99 need you'],
    [100, 'Sent replies and failures 99+ need you'],
  ])('shows only at History that %i need a person', (attention, text) => {
    drawSidebar({ attention })
    expect(describedBy(screen.getByRole('link', { name: 'History' }))).toBe(text)
    expect(screen.queryAllByText('need you')).toHaveLength(attention === 0 ? 0 : 1)
  })

  it.each([
    ['/admin/home', [['Home', 'page']]],
    ['/admin/group/7', [['Post Group', 'true']]],
    [
      '/admin/home/inbox',
      [
        ['Home', 'true'],
        ['Inbox', 'page'],
      ],
    ],
    ['/admin/settings', [['Settings', 'page']]],
    ['/admin/settings/usage', [['Settings', 'true']]],
    ['/admin/nowhere', []],
  ])('at %s marks %j', (path, marked) => {
    drawSidebar({}, path)
    const current = screen.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'))
    expect(current.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual(marked)
  })

  it.each([
    ['/admin/home', ['Home', 'Inbox', 'AI Character', 'Media Agent', 'Post Group', 'History']],
    ['/admin/group', ['Home', 'AI Character', 'Media Agent', 'Post Group', 'History']],
    ['/admin/history/7', ['Home', 'AI Character', 'Media Agent', 'Post Group', 'History', 'Post manually', 'Spending']],
  ])('at %s is followed by Tab in this order: %j', async (path, names) => {
    const { user } = drawSidebar({}, path)
    screen.getByRole('button', { name: 'Go to or search' }).focus()
    const passed = []
    for (const _ of names) {
      await user.tab()
      passed.push(document.activeElement?.textContent)
    }
    expect(passed).toEqual(names)
  })

  it('has no pages below a section if the provider is not ours', () => {
    drawSidebar({}, '/admin/history', defaultMeta)
    expect(screen.queryByRole('link', { name: 'Spending' })).toBeNull()
  })

  it('acts on its buttons, and reports a followed link', async () => {
    const { user, calls } = drawSidebar()
    for (const name of ['Toggle Sidebar', 'Go to or search', 'Logout', 'Report a problem'])
      await user.click(screen.getByRole('button', { name }))
    expect(calls).toEqual(['toggle', 'search', 'logout', 'follow', 'report'])
  })

  it.each(['History', 'Settings', 'Inbox'])('reports when %s was followed', async (name) => {
    const { user, calls } = drawSidebar()
    await user.click(screen.getByRole('link', { name }))
    expect(calls).toEqual(['follow'])
  })

  it('works if nobody listens to followed links', async () => {
    const { user, calls } = drawSidebar({ onFollow: undefined })
    await user.click(screen.getByRole('button', { name: 'Report a problem' }))
    expect(calls).toEqual(['report'])
  })

  it.each(['pointer', 'focus'] as const)('preloads the section under the %s, except the current one', (by) => {
    const onApproach = vi.fn((_: Section) => {})
    drawSidebar({ onApproach })
    const [history] = sections.filter(({ path }) => path === '/admin/history')
    const preload = vi.spyOn(consoleScreens.get('/admin/history') ?? { preload: async () => {} }, 'preload')
    onTestFinished(() => preload.mockRestore())
    preload.mockResolvedValue()
    const approach = (name: string) => {
      const link = screen.getByRole('link', { name })
      if (by === 'pointer') fireEvent.pointerEnter(link)
      else fireEvent.focus(link)
    }
    approach('Home')
    expect(onApproach).not.toHaveBeenCalled()
    approach('History')
    expect(onApproach.mock.calls).toEqual([[history]])
    expect(preload).toHaveBeenCalledTimes(1)
  })
})
