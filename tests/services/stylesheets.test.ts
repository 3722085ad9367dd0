import { expect, it, vi } from 'vitest'
import { retryStylesheets } from '../../src/services/stylesheets'

const append = (rel: string): HTMLLinkElement => {
  const link = Object.assign(document.createElement('link'), { rel, href: '/assets/admin.css', crossOrigin: '' })
  document.head.append(link)
  return link
}
const links = () => [...document.head.querySelectorAll('link')]

it('requests a stylesheet again, two seconds after each failure, and nothing else', () => {
  vi.useFakeTimers()
  retryStylesheets(window)
  const first = append('stylesheet')
  const script = append('modulepreload')
  for (const link of [first, script]) link.dispatchEvent(new Event('error'))
  vi.advanceTimersByTime(1999)
  expect(links()).toEqual([first, script])
  vi.advanceTimersByTime(1)
  const [second] = links()
  expect(links()).toEqual([second, script])
  expect(second).not.toBe(first)
  expect(second?.outerHTML).toBe(first.outerHTML)
  second?.dispatchEvent(new Event('error'))
  vi.advanceTimersByTime(2000)
  const [third] = links()
  expect(third).not.toBe(second)
  third?.dispatchEvent(new Event('load'))
  vi.advanceTimersByTime(10_000)
  expect(links()).toEqual([third, script])
  vi.useRealTimers()
  document.head.replaceChildren()
})
