import { atHandle, bareHandle } from '../handle'
import { mentionsIn } from '../postText'
import type { Check } from './check'

const sameHandle = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Mentions of anybody but the author of the post: whoever is named is notified. */
export const mentions: Check<{ author: string | undefined }> = (text, { author }) => {
  const strangers = mentionsIn(text).filter((handle) => !author || !sameHandle(handle, bareHandle(author)))
  return strangers.length > 0
    ? `mentions ${strangers.map((handle) => atHandle(handle)).join(', ')}, who did not write the post`
    : undefined
}
