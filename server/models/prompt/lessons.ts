import { reasonsOf } from '../../../src/schemas/composer/draftChecks/check'
import { links } from '../../../src/schemas/composer/draftChecks/links'
import { mentions } from '../../../src/schemas/composer/draftChecks/mentions'
import { cleanText } from '../../cleanText'
import { withoutSecrets } from '../refusals'

/** A draft of a character and the text that a person made of it. */
export interface Lesson {
  draft: string
  edited: string
}

const mostLessons = 6
const mostCharacters = 2_400
/** Characters of a pair. */
const longest = 800

/**
 * Selects edits for the prompt, in their order, as many as fit. A pair with an address, a link, a long number or a
 * possible key is left out: it is about another post, and no model may read it.
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

/** Eight digits or more: a telephone, an account or an order. */
const longNumber = /\d(?:[ ()./-]?\d){7}/
