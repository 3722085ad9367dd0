import { expect, it } from 'vitest'
import * as words from '../../src/schemas/history/situation.words'

it('the words of statuses and times of a reply', () => {
  const { statuses, until, waiting, sending, checking, inReview, manual, lookedFor } = words
  expect([[...statuses.values()], Object.values(until)]).toEqual([
    ['to review', 'to post manually'],
    ['next check', 'will be sent', 'resumes'],
  ])
  expect([waiting, sending, checking, inReview, manual, lookedFor]).toEqual([
    'Waiting',
    'Being sent to X now',
    'X may or may not have this reply',
    'We could not find out whether X has this reply',
    'X accepts this reply only from a person',
    'We are looking on X, and the reply is completed when X shows it',
  ])
})
