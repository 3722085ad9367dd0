import { expect, it } from 'vitest'
import { operatorKeys, sendsKey } from '../../src/services/storage/storageKeys'

it("each value that a session stores has its own key, and each operator's keys differ", () => {
  const keys = [...operatorKeys(''), ...operatorKeys('ada'), ...operatorKeys('bob'), sendsKey]
  expect(new Set(keys).size).toBe(keys.length)
})
