import { expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { openStorage } from '../../src/services/storage/openStorage'
import { createOperatorStore } from '../../src/services/storage/operatorStore'
import { createStored } from '../../src/services/storage/stored'
import { createTokenStore } from '../../src/services/storage/tokenStore'

const refuse = () => {
  throw new DOMException('denied', 'SecurityError')
}
const refused = openStorage(refuse)
const full = (): Storage => {
  const map = new Map([['access_token', 'of before']])
  return openStorage(
    () =>
      ({
        getItem: (key: string) => map.get(key) ?? null,
        setItem: refuse,
        removeItem: (key: string) => map.delete(key),
      }) as unknown as Storage,
  )
}

it('a refused storage contains nothing and accepts nothing', () => {
  expect([refused.length, refused.key(0), refused.getItem('a')]).toEqual([0, null, null])
  refused.removeItem('a')
  refused.clear()
  expect(() => refused.setItem('a', 'b')).toThrow('denied')
  expect(createStored(refused, 'a', z.string()).write('b')).toBe(false)
})

it.each([
  ['refused', () => refused],
  ['full', full],
])('a session whose storage is %s stays in the page’s memory', (_what, open) => {
  const storage = open()
  const tokens = createTokenStore(storage, new EventTarget())
  tokens.set('one')
  expect([tokens.get(), tokens.isPersistent(), storage.getItem('access_token')]).toEqual(['one', false, null])
  tokens.set('two')
  expect(tokens.get()).toBe('two')
  tokens.clear()
  expect([tokens.get(), tokens.isPersistent()]).toEqual([undefined, true])
})

it('operators whose storage is refused are distinguished in the page’s memory', async () => {
  const digest = vi.fn(async (_: string, text: BufferSource) => new Uint8Array(16).fill(text.byteLength).buffer)
  const operators = createOperatorStore(refused, { digest } as unknown as SubtleCrypto)
  await operators.remember('ada@example.com')
  const ada = operators.current()
  await operators.remember('b@example.com')
  expect([ada, operators.current()]).toEqual(['0f'.repeat(8), '0d'.repeat(8)])
})
