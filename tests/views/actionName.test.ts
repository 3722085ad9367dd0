import { expect, it } from 'vitest'
import { actionName } from '../../src/views/history/actionName'

it.each([
  ['snippet.created', 'Snippet created'],
  ['savedReply.deleted', 'Saved reply deleted'],
  ['mention.broughtBack', 'Mention brought back'],
  ['item.retried_by_hand', 'Item retried by hand'],
  ['role.created', 'AI character created'],
  ['item.give_up', 'Item given up'],
])('the action %s reads "%s"', (action, words) => {
  expect(actionName(action)).toBe(words)
})
