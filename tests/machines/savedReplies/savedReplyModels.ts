import { savedRepliesMachine } from '../../../src/machines/savedReplies/savedReplies'
import { authorNamed } from '../../../src/schemas/savedReplies/placeholders'
import type { SavedReply } from '../../../src/schemas/savedReplies/savedReplies'
import { defineModel } from '../../support/machineModel'
import { failures } from '../samples'

export const savedOpening: SavedReply = { id: 11, name: 'Thanks', kind: 'opening', text: 'Thank you, {name}!' }
export const savedWhole: SavedReply = { id: 12, name: 'Read on', kind: 'reply', text: 'It is in the pinned post.' }

export const savedReplies = defineModel({
  name: 'savedReplies',
  machine: savedRepliesMachine,
  inputs: [
    { roleId: 5, author: authorNamed('Zoe Q.', 'zoe_q') },
    { roleId: 5, author: authorNamed(undefined, 'zoe_q') },
  ],
  events: {
    'list.reload': [{ type: 'list.reload' }],
    'saved.add': [{ type: 'saved.add' }],
    'saved.edit': [{ type: 'saved.edit', saved: savedWhole }],
    'form.submit': [{ type: 'form.submit', body: { name: 'Hello', kind: 'reply', text: 'Hello {handle}' } }],
    'form.cancel': [{ type: 'form.cancel' }],
    'delete.request': [
      { type: 'delete.request', saved: savedOpening, next: 12 },
      { type: 'delete.request', saved: savedOpening },
    ],
    'delete.confirm': [{ type: 'delete.confirm' }],
    'delete.cancel': [{ type: 'delete.cancel' }],
    'place.choose': [
      { type: 'place.choose', place: 'caret' },
      { type: 'place.choose', place: 'all' },
    ],
    'saved.insert': [
      { type: 'saved.insert', saved: savedOpening },
      { type: 'saved.insert', saved: savedWhole },
    ],
  },
  answers: {
    save: { done: [undefined], error: failures },
    remove: { done: [undefined], error: failures },
  },
  crashes: ['list'],
  remembers: ({ author, opened }) => ({ named: author.name !== undefined, opened: opened?.saved.name ?? false }),
})
