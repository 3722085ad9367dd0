import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { type Section, sections } from '../../../src/routes'
import { createConnectivity } from '../../../src/services/connectivity'
import { createPreferences } from '../../../src/services/preferences'
import { CopyButton } from '../../../src/views/CopyButton'
import { type Device, DeviceProvider } from '../../../src/views/layout/deviceContext'
import { Header } from '../../../src/views/layout/Header'
import { holdHistory, watchHistory } from '../../../src/views/layout/history'
import KeysDialog from '../../../src/views/layout/KeysDialog'
import MessageList from '../../../src/views/layout/MessageList'
import { AssumedMedia, useMedia } from '../../../src/views/layout/media'
import NotFound from '../../../src/views/layout/NotFound'
import { RecentMessages } from '../../../src/views/layout/RecentMessages'
import { ScreenLoading } from '../../../src/views/layout/ScreenLoading'
import { Sidebar } from '../../../src/views/layout/Sidebar'
import { consoleScreens, publicScreens } from '../../../src/views/layout/screens'
import { ThemeSwitch } from '../../../src/views/layout/ThemeSwitch'
import { useTheme } from '../../../src/views/layout/theme'
import { forgetMessages, keepMessages, rememberMessage } from '../../../src/views/ui/recentMessages'
import { setViewportWidth } from '../../support/dom'

afterEach(() => {
  act(forgetMessages)
  delete document.documentElement.dataset.theme
})

const deviceWith = (write: Device['clipboard']['write'] = async () => {}): Device => ({
  preferences: createPreferences(localStorage, document),
  connectivity: createConnectivity({ onLine: true }, new EventTarget()),
  clipboard: { write },
})

/** At an address, on a device. */
const draw = (drawn: ReactNode, { path = '/admin/home', device = deviceWith() } = {}) => {
  const { hook, history } = memoryLocation({ path, record: true })
  const view = render(
    <Router hook={hook}>
      <DeviceProvider device={device}>{drawn}</DeviceProvider>
    </Router>,
  )
  return { ...view, history, user: userEvent.setup() }
}

describe('the sidebar', () => {
  const drawSidebar = (more: Partial<Parameters<typeof Sidebar>[0]> = {}, path = '/admin/home') => {
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
      { path },
    )
    return { ...view, calls }
  }
  const describedBy = (element: HTMLElement) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' ')

  it('says of each section, and of the logout, what it is for', () => {
    drawSidebar()
    const menu = within(screen.getByRole('navigation', { name: 'Main' }))
    const items = [...menu.getAllByRole('link'), menu.getByRole('button', { name: 'Logout' })]
    expect(items.map((item) => [item.textContent, describedBy(item), item.title])).toEqual([
      ['Home', 'Write and send replies', ''],
      ['AI Character', 'Personas and their models', ''],
      ['Media Agent', 'Connected X accounts', ''],
      ['Post Group', 'Sets of accounts to post through', ''],
      ['History', 'What was sent, what failed', ''],
      ['Logout', 'Leave this console', ''],
    ])
  })

  it('says with icons alone what each is by its title', () => {
    drawSidebar({ narrow: true, attention: 3 })
    const named = [...screen.getAllByRole('link'), ...screen.getAllByRole('button')]
    expect(named.map((each) => [each.title, each.textContent])).toEqual([
      ['Home', 'Home'],
      ['AI Character', 'AI Character'],
      ['Media Agent', 'Media Agent'],
      ['Post Group', 'Post Group'],
      ['History', 'History'],
      ['Your account', 'Your account'],
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

  it('has no titles where it has the words', () => {
    drawSidebar()
    for (const name of ['Go to or search', 'Report a problem'])
      expect(screen.getByRole('button', { name }).hasAttribute('title')).toBe(false)
    expect(screen.getByRole('link', { name: 'Your account' }).hasAttribute('title')).toBe(false)
    expect(screen.getByText('Auto Comment Bot')).toBeDefined()
    expect(screen.getByText('Ctrl K')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Toggle Sidebar' }).getAttribute('aria-expanded')).toBe('true')
  })

  it.each([
    [0, 'What was sent, what failed'],
    [1, 'What was sent, what failed 1 need you'],
    [99, 'What was sent, what failed 99 need you'],
    [100, 'What was sent, what failed 99+ need you'],
  ])('says at History, and nowhere else, that %i need a person', (attention, text) => {
    drawSidebar({ attention })
    expect(describedBy(screen.getByRole('link', { name: 'History' }))).toBe(text)
    expect(screen.queryAllByText('need you')).toHaveLength(attention === 0 ? 0 : 1)
  })

  it.each([
    ['/admin/home', [['Home', 'page']]],
    ['/admin/group/7', [['Post Group', 'true']]],
    [
      '/admin/home/account',
      [
        ['Home', 'true'],
        ['Your account', 'page'],
      ],
    ],
    ['/admin/nowhere', []],
  ])('at %s marks %j', (path, marked) => {
    drawSidebar({}, path)
    const current = screen.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'))
    expect(current.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual(marked)
  })

  it('does what its buttons say, and tells when a way was followed', async () => {
    const { user, calls } = drawSidebar()
    for (const name of ['Toggle Sidebar', 'Go to or search', 'Logout', 'Report a problem'])
      await user.click(screen.getByRole('button', { name }))
    expect(calls).toEqual(['toggle', 'search', 'logout', 'follow', 'report'])
  })

  it.each(['History', 'Your account'])('tells when %s was followed', async (name) => {
    const { user, calls } = drawSidebar()
    await user.click(screen.getByRole('link', { name }))
    expect(calls).toEqual(['follow'])
  })

  it('needs nobody who hears that a way was followed', async () => {
    const { user, calls } = drawSidebar({ onFollow: undefined })
    await user.click(screen.getByRole('button', { name: 'Report a problem' }))
    expect(calls).toEqual(['report'])
  })

  it.each(['pointer', 'focus'] as const)('asks ahead for the section that the %s is on, but the one in sight', (by) => {
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
  ])('at %s says where it is: %j', (path, told) => {
    drawHeader(path)
    expect(crumbs()).toEqual(told)
    expect(screen.queryByRole('navigation', { name: 'Breadcrumb' }) === null).toBe(told.length === 0)
  })

  it('has the tasks, and the sheet of the keys by its button', async () => {
    const { user, onKeys } = drawHeader('/admin/home')
    expect(screen.getByText('3 waiting')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Open menu' })).toBeNull()
    const keys = screen.getByRole('button', { name: 'Keyboard shortcuts' })
    expect(keys.getAttribute('aria-keyshortcuts')).toBe('?')
    await user.click(keys)
    expect(onKeys).toHaveBeenCalledTimes(1)
  })

  it('opens the menu on a phone, and says there too where it is', async () => {
    const onMenu = vi.fn()
    const { user } = drawHeader('/admin/group', onMenu)
    await user.click(screen.getByRole('button', { name: 'Open menu' }))
    expect(onMenu).toHaveBeenCalledTimes(1)
    expect(crumbs()).toEqual([['Post Group', null, 'page']])
  })
})

it('the sheet of the keys says each with what it does', () => {
  draw(<KeysDialog open onClose={() => {}} />)
  const dialog = screen.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const told = [...dialog.querySelectorAll('dl > div')].map((row) => [
    [...row.querySelectorAll('kbd')].map((key) => key.textContent),
    row.querySelector('dd')?.textContent,
  ])
  expect(told).toEqual([
    [['Ctrl K'], 'Go to or search'],
    [['Ctrl B'], 'Show or hide the sidebar'],
    [['?'], 'This sheet'],
    [['Ctrl ↵'], 'Save the text being edited, or send the replies'],
    [['E', 'C', 'R', 'X'], 'Edit, copy, rewrite or drop the reply that has focus'],
    [['Ctrl Z', 'Ctrl Shift Z'], 'Home: undo what replaced the draft, do it again; take back a send that is held'],
    [['J', 'K', '1 … 9'], 'Home: the next reply, the one before, that reply'],
    [['↵'], 'Home, in the link field: get the content, and again: as S does'],
    [['N', 'S'], 'Home: the next post of the queue; the character, group and count of the last send'],
    [['O', 'X'], 'By hand: open the reply in X, look for it there'],
    [['J', 'K'], 'By hand: the next reply, the one before'],
    [['J', 'K', '↵'], 'Inbox: the next mention, the one before, answer it'],
    [['X', 'U', 'B', 'O'], 'Inbox: dismiss, bring back, do not reply to them, open on X'],
    [['J'], 'Home without replies: answer the next mention that waits'],
    [['Esc'], 'Close a dialog'],
  ])
})

describe('the messages behind the bell', () => {
  const at = Date.parse('2026-01-02T03:04:05.000Z')
  const tell = (id: string, text: string) => act(() => rememberMessage({ id, tone: 'plain', text, at }))

  it('are none at first', () => {
    draw(<RecentMessages />)
    expect(screen.getByText('Nothing yet.')).toBeDefined()
    expect(screen.getByText('Recent messages', { selector: 'h2' })).toBeDefined()
    const bell = screen.getByRole('button', { name: 'Recent messages' })
    expect(document.getElementById(bell.getAttribute('popovertarget') ?? '')?.getAttribute('popover')).toBe('auto')
    expect(bell.title).toBe('Recent messages')
  })

  it('are new until they were looked at, with a mark for eyes alone', async () => {
    const { user } = draw(<RecentMessages />)
    const mark = () => screen.getByRole('button').querySelectorAll('span[aria-hidden="true"]').length
    expect(mark()).toBe(0)
    tell('one', 'Saved')
    expect([screen.getByRole('button', { name: 'Recent messages, some are new' }), mark()]).toEqual([
      expect.anything(),
      1,
    ])
    await screen.findByText('Saved')
    expect(screen.queryByText('Nothing yet.')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Recent messages, some are new' }))
    expect([screen.getByRole('button', { name: 'Recent messages' }), mark()]).toEqual([expect.anything(), 0])
  })

  it('are not new where an earlier page told them', () => {
    const stop = keepMessages({ load: () => [{ id: 'old', tone: 'error', text: 'Failed', at }], save: () => {} })
    onTestFinished(stop)
    draw(<RecentMessages />)
    expect(screen.getByRole('button', { name: 'Recent messages' })).toBeDefined()
  })

  it('stand with their sign, their time and a way to what they are about, each to be copied', async () => {
    const written: string[] = []
    const device = deviceWith(async (text) => {
      written.push(text)
    })
    const today = new Date()
    today.setHours(9, 5, 0, 0)
    const clock = (time: Date) => time.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
    const { user } = draw(
      <MessageList
        messages={[
          { id: 'c', tone: 'error', text: '1 failed', at: today.getTime(), href: '/admin/history/c' },
          { id: 'b', tone: 'success', text: 'Saved', at },
          { id: 'a', tone: 'plain', text: 'Cancelled', at: today.getTime() },
        ]}
      />,
      { device },
    )
    const rows = screen.getAllByRole('listitem')
    const other = new Date(at)
    expect(
      rows.map((row) => [
        [...(row.querySelector('svg')?.classList ?? [])].filter((name) =>
          /^text-|^lucide-(?:circle-x|circle-check|info)$/.test(name),
        ),
        row.querySelector('span')?.textContent,
        row.querySelector('a')?.getAttribute('href'),
        row.querySelector('time')?.textContent,
        row.querySelector('time')?.dateTime,
        within(row).getByRole('button').getAttribute('aria-label'),
      ]),
    ).toEqual([
      [
        ['lucide-circle-x', 'text-danger'],
        '1 failed',
        '/admin/history/c',
        clock(today),
        today.toISOString(),
        'Copy “1 failed”',
      ],
      [
        ['lucide-circle-check', 'text-success'],
        'Saved',
        undefined,
        `${other.toLocaleDateString()}, ${clock(other)}`,
        '2026-01-02T03:04:05.000Z',
        'Copy “Saved”',
      ],
      [['lucide-info', 'text-ink-2'], 'Cancelled', undefined, clock(today), today.toISOString(), 'Copy “Cancelled”'],
    ])
    await user.click(screen.getByRole('button', { name: 'Copy “Saved”' }))
    expect(written).toEqual(['Saved'])
  })
})

describe('a button that copies', () => {
  const drawButton = (write: () => Promise<void>) =>
    draw(<CopyButton text="acb_1" what="Copy the token" />, { device: deviceWith(write) })
  const said = () => screen.getByRole('status').textContent
  const sign = () =>
    ['lucide-copy', 'lucide-check'].filter((name) => screen.getByRole('button').querySelector(`.${name}`))

  it('says that it did, until it is left', async () => {
    const { user } = drawButton(async () => {})
    expect([said(), sign()]).toEqual(['', ['lucide-copy']])
    await user.click(screen.getByRole('button', { name: 'Copy the token' }))
    await screen.findByText('Copied')
    expect(sign()).toEqual(['lucide-check'])
    await user.tab()
    expect([said(), sign()]).toEqual(['', ['lucide-copy']])
  })

  it('says that it could not', async () => {
    const { user } = drawButton(() => Promise.reject(new Error('no clipboard')))
    await user.click(screen.getByRole('button', { name: 'Copy the token' }))
    await screen.findByText(/./, { selector: '[role="status"]' })
    expect(said()).not.toBe('Copied')
    expect(sign()).toEqual(['lucide-copy'])
  })
})

describe('the theme', () => {
  const Other = () => <p>{useTheme()[0]}</p>
  const drawSwitch = (vertical = false) =>
    draw(
      <>
        <ThemeSwitch vertical={vertical} />
        <Other />
      </>,
    )
  const radios = () => screen.getAllByRole<HTMLInputElement>('radio')

  it('is light, dark or as the system, one of them', () => {
    drawSwitch()
    const choices = within(screen.getByRole('group', { name: 'Theme' })).getAllByRole<HTMLInputElement>('radio')
    expect(
      choices.map(({ value, checked, labels }) => [value, checked, labels?.[0]?.textContent, labels?.[0]?.title]),
    ).toEqual([
      ['light', false, 'Light', 'Light'],
      ['dark', false, 'Dark', 'Dark'],
      ['system', true, 'As the system', 'As the system'],
    ])
    expect(new Set(choices.map(({ name }) => name)).size).toBe(1)
    expect(screen.getAllByText('Theme')).toHaveLength(2)
  })

  it('says its name for screen readers alone where it is narrow', () => {
    drawSwitch(true)
    expect(screen.getAllByText('Theme').map(({ tagName }) => tagName)).toEqual(['LEGEND'])
  })

  it.each([
    ['Light', 'light'],
    ['Dark', 'dark'],
  ])('%s is shown everywhere at once', async (name, theme) => {
    const { user } = drawSwitch()
    await user.click(screen.getByRole('radio', { name }))
    expect(document.documentElement.dataset.theme).toBe(theme)
    expect(radios().map(({ value, checked }) => [value, checked])).toContainEqual([theme, true])
    expect(radios().filter(({ checked }) => checked)).toHaveLength(1)
    expect(screen.getByText(theme)).toBeDefined()
    await user.click(screen.getByRole('radio', { name: 'As the system' }))
    expect(document.documentElement.dataset.theme).toBeUndefined()
    expect(screen.getByText('system')).toBeDefined()
  })
})

describe('a page that is not there', () => {
  it('leads operators back to Home within the console', () => {
    draw(<NotFound homeHref="/admin/home" inConsole />)
    expect(screen.getByRole('heading', { level: 1, name: 'Page not found' }).tabIndex).toBe(-1)
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/admin/home')
    expect(screen.queryByRole('main')).toBeNull()
  })

  it('leads everybody else to the start, and is the whole page', () => {
    draw(<NotFound homeHref="/" />)
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Back to the start' }).getAttribute('href')).toBe(
      '/',
    )
  })
})

it('a screen on its way says so', () => {
  draw(<ScreenLoading />)
  expect(screen.getByRole('status').textContent).toBe('Loading...')
})

it('each page has its screen', () => {
  expect([...publicScreens.keys()]).toEqual(expect.arrayContaining(['/login', '/sign-up', '/reset']))
  expect([...consoleScreens.keys()].slice(0, 5)).toEqual(sections.map(({ path }) => path))
  expect([...consoleScreens.keys()]).toEqual(expect.arrayContaining(['/admin/home/inbox', '/admin/group/:groupId']))
})

describe('Back and Forward', () => {
  beforeEach(() => watchHistory())
  const goBack = () => window.dispatchEvent(new PopStateEvent('popstate'))

  it('are heard of by who holds the page last, until it stops', () => {
    const [first, second] = [vi.fn(), vi.fn()]
    const stopFirst = holdHistory(first)
    goBack()
    const stopSecond = holdHistory(second)
    stopFirst()
    goBack()
    stopSecond()
    goBack()
    expect([first.mock.calls.length > 0, second.mock.calls.length > 0]).toEqual([true, true])
    expect(first.mock.calls.length).toBe(second.mock.calls.length)
  })
})

describe('a media query', () => {
  const Wide = () => <p>{useMedia('(min-width: 1000px)') ? 'wide' : 'slim'}</p>

  it('is kept up to date, and no more once nobody looks', () => {
    setViewportWidth(1200)
    const { container, unmount } = render(<Wide />)
    expect(container.textContent).toBe('wide')
    act(() => setViewportWidth(900))
    expect(container.textContent).toBe('slim')
    unmount()
  })

  it('is the one of the window where others were assumed for the build', () => {
    setViewportWidth(900)
    const { container } = render(
      <AssumedMedia value={['(min-width: 1000px)']}>
        <Wide />
      </AssumedMedia>,
    )
    expect(container.textContent).toBe('slim')
  })
})

it('what the layout knows of the device has to be provided', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => error.mockRestore())
  expect(() => render(<ThemeSwitch vertical />)).toThrow('DeviceProvider is missing')
})
