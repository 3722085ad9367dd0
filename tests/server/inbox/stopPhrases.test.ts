import { expect, it } from 'vitest'
import { asksToStop } from '../../../server/features/inbox/stopPhrases'

it.each([
  'STOP',
  '@brewlab_ama stop!',
  'please stop.',
  'Could you PLEASE  stop replying to me?',
  'Don’t reply to me',
  'Lass mich in Ruhe!',
  'ARRÊTEZ DE ME RÉPONDRE',
  'déjame en paz',
  'もう返信しないでください',
  'Оставьте меня в покое',
])('reads "%s" as a request to be left alone', (text) => {
  expect(asksToStop(text)).toBe(true)
})

it.each([
  '',
  'At which stop do I get off?',
  "I can't stop laughing",
  'nonstop replying to memes',
  'Please reply to me',
  'https://example.com/unsubscribe',
])('does not read "%s" as such a request', (text) => {
  expect(asksToStop(text)).toBe(false)
})
