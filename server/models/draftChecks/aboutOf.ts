import { createLeakFinder, textsIn } from '../../../src/schemas/composer/leaks'
import { shownPost } from '../prompt/shownPost'
import type { GenerateRequest } from '../types'
import type { About } from './about'
import { wantedLanguage } from './languageCode'

/** @param earlier the operator's newest replies to other posts. */
export const aboutOf = async (
  { role, post, lately = [] }: GenerateRequest,
  earlier: readonly string[],
): Promise<About> => ({
  detect: await loadDetector(),
  author: post.authorUsername || undefined,
  language: wantedLanguage(role.language, post.context?.lang),
  post: textsIn(shownPost(post)).join('\n'),
  sources: textsIn(role),
  openings: lately,
  earlier,
  findLeaks: createLeakFinder([{ ...role, id: 1 }]),
  wantsHashtags: [role.system_prompt, ...role.instruction_set].some(asksForHashtags),
})

/** Loaded with the first drafts, not at the start: the statistics of letters take 30 MB. */
export const loadDetector = async (): Promise<About['detect']> => {
  const { eld } = await import('eld/extrasmall')
  return (text) => eld.detect(text).getScores()
}

/** Sentences that forbid hashtags do not count. */
const asksForHashtags = (text: string) =>
  text
    .split(/[.!?;\n]/)
    .some(
      (sentence) =>
        /hashtag/i.test(sentence) &&
        !/\b(?:no|not|never|neither|nor|without|avoid|don['’]t|keine?|ohne|sin|sans)\b/i.test(sentence),
    )
