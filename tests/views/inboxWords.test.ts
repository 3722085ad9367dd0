import { expect, it } from 'vitest'
import type { Mention } from '../../src/schemas/inbox'
import { whatItDoes } from '../../src/views/inbox/words'

it.each<[Mention['kind'], string]>([
  ['mention', 'mentions @mara'],
  ['reply', 'replies to @mara'],
  ['quote', 'quotes @mara'],
])('what %s does', (kind, words) => {
  expect(whatItDoes({ kind, account_username: 'mara' } as Mention)).toBe(words)
})
