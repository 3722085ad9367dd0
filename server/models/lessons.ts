import { reasonsOf } from '../../src/schemas/desk/check'
import { links } from '../../src/schemas/desk/links'
import { mentions } from '../../src/schemas/desk/mentions'
import { cleanText } from '../cleanText'
import { withoutSecrets } from './refusals'

/** A draft of a character, and what a person made of it. */
export interface Lesson {
  draft: string
  edited: string
}

const mostLessons = 6
const mostCharacters = 2_400
/** Of a pair. */
const longest = 800

/**
 * What edits teach, in their order: as many as the prompt has room for. A pair that holds somebody's address, link or
 * number, or anything like a key, is left out whole: it is about another post, and nothing of it is any model's business.
 */
export const lessonsOf = (edits: readonly Lesson[]): Lesson[] => {
  const lessons: Lesson[] = []
  let room = mostCharacters
  for (const edit of edits) {
    const [draft, edited] = [cleanText(edit.draft), cleanText(edit.edited)]
    const size = draft.length + edited.length
    if (edited === '' || draft === edited || size > Math.min(longest, room) || [draft, edited].some(isOfOthers))
      continue
    lessons.push({ draft, edited })
    room -= size
    if (lessons.length === mostLessons) break
  }
  return lessons
}

const isOfOthers = (text: string): boolean =>
  reasonsOf([links, mentions], text, { author: undefined }).length > 0 ||
  longNumber.test(text) ||
  withoutSecrets(text, []) !== text

/** Of eight digits or more: a telephone, an account, an order. */
const longNumber = /\d(?:[ ()./-]?\d){7}/
