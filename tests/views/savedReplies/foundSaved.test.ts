import { expect, it } from 'vitest'
import type { SavedReply } from '../../../src/schemas/savedReplies/savedReplies'
import { foundSaved } from '../../../src/views/savedReplies/foundSaved'

const saved = (id: number, name: string, text: string) => ({ id, name, text }) as SavedReply

const items = [
  saved(1, 'Thanks', 'Glad that the update helps'),
  saved(2, 'Opening hours', 'We open at nine'),
  saved(3, 'Update', 'Thanks for waiting'),
  saved(4, 'Late update', 'It is on its way'),
]

it.each<[string, number[]]>([
  ['', [1, 2, 3, 4]],
  ['  ', [1, 2, 3, 4]],
  ['thanks', [1, 3]],
  ['UPDATE', [3, 4, 1]],
  ['update late', [4]],
  ['thanks update', [1, 3]],
  ['hours nine', [2]],
  ['nobody', []],
])('"%s" finds by name first, then by the text: %j', (query, ids) => {
  expect(foundSaved(items, query).map(({ id }) => id)).toEqual(ids)
})
