import { createLeakFinder, textsIn } from '../../../src/schemas/leaks'
import { shownPost } from '../shownPost'
import type { GenerateRequest } from '../types'
import type { About } from './about'
import { wantedLanguage } from './languageCode'

/** What drafts for a request are held against. @param earlier the operator's newest replies to other posts. */
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

/** Read when the first drafts are there, not when the server starts: 30 MB of what letters follow which. */
export const loadDetector = async (): Promise<About['detect']> => {
  const { eld } = await import('eld/extrasmall')
  return (text) => eld.detect(text).getScores()
}

/** Whether a sentence of the text asks for them; what another one forbids is another matter. */
const asksForHashtags = (text: string) =>
  text
    .split(/[.!?;\n]/)
    .some(
      (sentence) =>
        /hashtag/i.test(sentence) &&
        !/\b(?:no|not|never|neither|nor|without|avoid|don['’]t|keine?|ohne|sin|sans)\b/i.test(sentence),
    )
