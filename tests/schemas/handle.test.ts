import { expect, it } from 'vitest'
import { atHandle, bareHandle } from '../../src/schemas/handle'

it.each([
  ['', 'somebody'],
  [null, 'somebody'],
  [undefined, 'somebody'],
  ['ada', '@ada'],
  ['@ada', '@ada'],
])('%j is called %s', (username, handle) => {
  expect(atHandle(username)).toBe(handle)
})

it('has other forms for nobody and for somebody without a handle', () => {
  expect([null, '', '@ada'].map((username) => atHandle(username, 'An account'))).toEqual([
    'An account',
    'An account',
    '@ada',
  ])
})

it('is written without @ by bareHandle', () => {
  expect(['ada', '@ada', ''].map(bareHandle)).toEqual(['ada', 'ada', ''])
})
