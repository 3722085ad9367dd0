import { expect, it } from 'vitest'
import * as words from '../../src/schemas/manual/manual.words'

it('the texts of posting manually', () => {
  expect({
    ...words,
    wantedGone: [words.wantedGone(true), words.wantedGone(false)],
    position: [words.position(1, 3)],
    forAccount: [words.forAccount('@ada')],
  }).toEqual({
    lead: 'Replies that X rejects from apps.',
    wantedGone: [
      'The reply that you opened is no longer in this list. This is a different reply. See History for its outcome.',
      'The reply that you opened is no longer in this list. See History for its outcome.',
    ],
    lookAgain: 'Look again',
    empty: 'No reply is left to post manually.',
    replyToPost: 'The reply to post',
    position: ['1 of 3'],
    forAccount: [', for @ada'],
    unnamedAccount: 'an account',
    previous: 'Previous reply (K)',
    next: 'Next reply (J)',
    postAs: 'Post as',
    accountDeleted: 'This account was deleted, so we cannot look on X. Paste the link below, or press “Not posted”.',
    lookOnX: 'Look on X',
    closeFirst: 'Press “Not posted” only after you have closed the tab on X.',
    iPostedIt: 'I posted it',
    postedManually: 'X shows the reply, so it is completed.',
  })
})
