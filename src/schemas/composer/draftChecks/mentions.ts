import { atHandle, bareHandle } from '../../handle'
import * as words from '../composer.words'
import { mentionsIn } from '../postText'
import type { Check } from './check'

const sameHandle = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Everybody who is mentioned gets a notification. */
export const mentions: Check<{ author: string | undefined }> = (text, { author }) => {
  const strangers = mentionsIn(text).filter((handle) => !author || !sameHandle(handle, bareHandle(author)))
  return strangers.length > 0 ? words.mentionsStrangers(strangers.map((handle) => atHandle(handle))) : undefined
}
