import { expect, it } from 'vitest'
import * as words from '../../src/schemas/crud.words'

it('the sentences of crud', () => {
  expect({
    ...words,
    partNotLoaded: words.partNotLoaded('advice'),
    oneFewer: words.oneFewer('what'),
    oneMore: words.oneMore('what'),
    charactersOver: [words.charactersOver(1, 1), words.charactersOver(3, 4)],
    unreadable: words.unreadable(['name', 'id', 'group']),
    charactersUsed: [words.charactersUsed(1, 1), words.charactersUsed(3, 4)],
  }).toEqual({
    nameRequired: 'Name is required',
    recordNotLoaded: 'This record could not be loaded. Check the connection, then try again.',
    recordMissing: 'This record does not exist. It may have been deleted.',
    listNotLoaded: 'The list could not be loaded. Check the connection, then try again.',
    notLoadedAgain: 'could not be loaded again.',
    windowNotLoaded: 'This could not be loaded.',
    partNotLoaded: 'This could not be loaded. advice',
    partNotShown: 'This part could not be shown.',
    oneFewer: 'One what less',
    oneMore: 'One what more',
    rowsPerPage: 'Rows per page',
    unreadable: 'Missing or unreadable: name, id, group.',
    charactersOver: ['1 over 1', '3 over 4'],
    charactersUsed: ['1 of 1', '3 of 4'],
    buttons: { cancel: 'Cancel', tryAgain: 'Try again' },
  })
})
