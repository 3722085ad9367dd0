import { expect, it } from 'vitest'
import { operatorKeys, sendsKey } from '../../src/services/storageKeys'

it("each thing that a session keeps has a key of its own, and each operator's differ", () => {
  const keys = [...operatorKeys(''), ...operatorKeys('ada'), ...operatorKeys('bob'), sendsKey]
  expect(new Set(keys).size).toBe(keys.length)
})
