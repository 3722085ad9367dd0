import { expect, it } from 'vitest'
import * as words from '../../src/schemas/savedReplies/savedReplies.words'

it('the texts of saved replies', () => {
  expect({
    ...words,
    noPlaceholder: [words.noPlaceholder('{nme}', '{name} or {handle}')],
    edit: [words.edit('Thanks')],
    remove: [words.remove('Thanks')],
    noMatch: [words.noMatch('tea')],
    unfilled: [words.unfilled('Thanks', ['name']), words.unfilled('Thanks', ['name', 'handle'])],
  }).toEqual({
    textRequired: 'Text is required',
    oneLine: 'Use a single line',
    noPlaceholder: ['{nme} is not a placeholder. Write {name} or {handle}, or no braces'],
    title: 'Saved replies',
    description: ['Texts to insert while you edit a reply of', 'at most'],
    add: 'Add saved reply',
    none: 'No saved replies. Openings go before the text; full replies replace it.',
    edit: ['Edit Thanks'],
    remove: ['Delete Thanks'],
    confirmDelete: 'Delete this saved reply?',
    deleteDetail: 'will be deleted. Replies that were written with it stay.',
    editTitle: 'Edit saved reply',
    nameHint: 'You find it by this name.',
    fullReply: 'Full reply',
    openingFirst: 'Opening, before the text',
    placeholderHint:
      '{name} becomes the name of the post’s author, {handle} the author’s @handle. X shows the author above every reply, so use {handle} only if a sentence needs it.',
    added: 'Saved reply added.',
    addFailed: 'The saved reply could not be added. Please try again.',
    changed: 'Saved reply changed.',
    changeFailed: 'The saved reply could not be changed. Please try again.',
    deleted: 'Saved reply deleted.',
    deleteFailed: 'The saved reply could not be deleted. Please try again.',
    insert: 'Insert saved reply',
    saveText: 'Save this text as a saved reply',
    notLoaded: 'Saved replies could not be loaded.',
    noneForCharacter: 'This character has no saved replies yet. Save this text, or add some on the character’s page.',
    search: 'Search saved replies',
    noMatch: ['No saved reply contains “tea”.'],
    aFullReply: 'A full reply',
    places: { all: 'replaces the text', caret: 'goes in at the cursor' },
    unfilled: [
      '“Thanks” needs {name}, and this post has none. Nothing was inserted.',
      '“Thanks” needs {name} and {handle}, and this post has none. Nothing was inserted.',
    ],
  })
})
