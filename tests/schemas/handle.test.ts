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

it('is called otherwise where nobody is named and somebody is too little', () => {
  expect([null, '', '@ada'].map((username) => atHandle(username, 'An account'))).toEqual([
    'An account',
    'An account',
    '@ada',
  ])
})

it('has no @ where it is not spoken of', () => {
  expect(['ada', '@ada', ''].map(bareHandle)).toEqual(['ada', 'ada', ''])
})
