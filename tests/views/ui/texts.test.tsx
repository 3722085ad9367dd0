import { expect, it, onTestFinished, vi } from 'vitest'
import { counted, modKey } from '../../../src/views/ui'

it.each([
  [0, 'account', undefined, '0 accounts'],
  [1, 'account', undefined, '1 account'],
  [2, 'account', undefined, '2 accounts'],
  [1, 'reply', 'replies', '1 reply'],
  [1200, 'reply', 'replies', '1,200 replies'],
])('%i of "%s" (%s) are counted as "%s"', (count, noun, plural, text) => {
  expect(counted(count, noun, plural)).toBe(text)
})

it.each([
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', '⌘'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5)', '⌘'],
  ['Mozilla/5.0 (iPad; CPU OS 18_5)', '⌘'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'Ctrl'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'Ctrl'],
])('on %s the key is %s', (agent, key) => {
  const userAgent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
  onTestFinished(() => userAgent.mockRestore())
  expect(modKey()).toBe(key)
})

it('if the build draws a page the key is Ctrl', () => {
  const { navigator } = globalThis
  vi.stubGlobal('navigator', undefined)
  onTestFinished(() => {
    vi.stubGlobal('navigator', navigator)
  })
  expect(modKey()).toBe('Ctrl')
})
