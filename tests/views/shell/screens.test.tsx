import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { sections } from '../../../src/routes'
import { holdHistory, watchHistory } from '../../../src/views/shell/history'
import NotFound from '../../../src/views/shell/NotFound'
import { ScreenLoading } from '../../../src/views/shell/ScreenLoading'
import { consoleScreens, publicScreens } from '../../../src/views/shell/screens'
import { draw } from './draw'

describe('a missing page', () => {
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

it('a loading screen shows that', () => {
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

  it('are reported to the latest listener, until it stops', () => {
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
