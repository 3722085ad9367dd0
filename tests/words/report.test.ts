import { expect, it } from 'vitest'
import * as words from '../../src/schemas/shell/report.words'

it('the sentences of report', () => {
  expect({
    ...words,
    happenings: [words.happenings(1, 1, undefined), words.happenings(3, 4, 'since')],
    calls: [words.calls(1), words.calls(3)],
    lineCount: [words.lineCount(1, 1), words.lineCount(300, 200)],
  }).toEqual({
    lead: 'Saves a file about what this console did, for the administrator of this server. The console sends nothing.',
    whatHappened: 'What the console did',
    happenings: ['1 event in 1 part', '3 events in 4 parts, since since'],
    serverCalls: 'Calls to the server',
    calls: ['1 call, with their IDs in the server’s log', '3 calls, with their IDs in the server’s log'],
    alsoIncluded: 'Also included',
    neverIncluded: 'Never included',
    surroundings: 'Version, browser, window size and current screen',
    secrets: 'Passwords, codes, tokens, keys, and links that grant access',
    replacedOtherwise: 'If a box is not ticked, placeholders of the same length replace its texts.',
    texts: 'Texts: posts, replies, characters',
    names: 'Names and addresses: handles, e-mail addresses, links',
    notSaved: 'The file could not be saved.',
    notGathered: 'The report could not be created.',
    preview: 'Preview the file',
    search: 'Search the file',
    lineCount: ['1 line.', '300 lines. The last 200 are shown.'],
    contents: 'Contents of the file',
  })
})
