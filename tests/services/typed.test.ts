import { expect, it } from 'vitest'
import { createTyped } from '../../src/services/typed'

it('keeps typed text for its operator, and for nobody who is not known', () => {
  let operator = 'ada'
  const typed = createTyped(() => operator)
  typed.set('agent', { api_key: 'secret' })
  expect(typed.get('agent')).toEqual({ api_key: 'secret' })
  operator = 'eve'
  expect(typed.get('agent')).toBeUndefined()
  operator = 'ada'
  expect(typed.get('agent')).toBeUndefined()
  operator = ''
  typed.set('agent', { api_key: 'secret' })
  expect(typed.get('agent')).toBeUndefined()
})

it('forgets it all once its operator has logged out', () => {
  const typed = createTyped(() => 'ada')
  typed.set('agent', { api_key: 'secret' })
  typed.clear()
  expect(typed.get('agent')).toBeUndefined()
})

it('reports set, deleted and cleared values to its watchers', () => {
  const typed = createTyped(() => 'ada')
  const seen: unknown[] = []
  const stop = typed.watch(() => seen.push(typed.get('agent')))
  typed.set('agent', 'a')
  typed.forget('agent')
  typed.set('agent', 'b')
  typed.clear()
  stop()
  typed.set('agent', 'c')
  expect(seen).toEqual(['a', undefined, 'b', undefined])
})
