import { examplesOf } from '../../../src/schemas/characters/roles'
import { outputRules } from '../../../src/schemas/composer/leaks'
import type { GenerateRequest } from '../types'
import { assignedAngles } from './angles'
import { notShown, shownPost } from './shownPost'

export interface Message {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/** Increase it with every change of the prompt. It is stored with each reply. */
export const promptVersion = 6

/** Follows OpenAI's rules for strict structured outputs. */
export const repliesSchema = {
  type: 'object',
  properties: { replies: { type: 'array', items: { type: 'string' } } },
  required: ['replies'],
  additionalProperties: false,
} as const

/**
 * Builds the request for `missing` more replies: the role is the system message, its examples are turns of a
 * conversation, and the post is data in the last message only.
 *
 * @param present earlier replies that the model must not repeat.
 */
export const buildMessages = (
  request: GenerateRequest,
  missing: number,
  present: readonly string[] = [],
  from = present.length,
): Message[] => {
  const examples = examplesOf(request.role)
  return [
    { role: 'system', content: systemMessage(request, examples.length > 0) },
    ...examples.flatMap(({ post, reply }): Message[] => [
      { role: 'user', content: task(1, { text: post }) },
      { role: 'assistant', content: JSON.stringify({ replies: [reply] }) },
    ]),
    { role: 'user', content: userMessage(request, missing, present, from) },
  ]
}

const systemMessage = ({ role, post, count }: GenerateRequest, hasExamples: boolean): string =>
  [
    role.system_prompt,
    section('Your name', role.name),
    section('Your field', role.category),
    section('Your background', role.background_story),
    section('Your personality', bullets(role.personality_traits)),
    section('Your instructions', bullets(role.instruction_set)),
    section('Your knowledge (JSON)', json(role.knowledge_base)),
    hasExamples ? '' : section('Example conversations (JSON)', json(role.example_conversations)),
    section('Language', languageRule(role.language, post.context?.lang)),
    section('Length', lengthRule(role.language, post.context?.lang)),
    count > 1 ? section('Voices', oneVoice) : '',
    outputRules,
  ]
    .filter((part) => part !== '')
    .join('\n\n')

const oneVoice =
  'A different person posts each reply. All replies have your style, but each has its own life story: no two replies claim the same past, job, place or family.'

/** Whether a character writes in the language of the post. */
export const followsPost = (language: string): boolean => ofThePost.test(language.trim())
const ofThePost = /^(?:auto|any|same|match|post|the post|as the post|language of the post)\b/i

/** A character without a language writes in the language of the post. */
const languageRule = (language: string, ofPost: string | undefined): string => {
  if (!followsPost(language)) return `Write every reply in ${language}.`
  return ofPost
    ? `Write every reply in the language of the post (${ofPost}).`
    : 'Write every reply in the language of the post.'
}

const wide = /^(?:zh|ja|ko)\b|chinese|japanese|korean|mandarin|cantonese|中文|日本語|한국어/i

/** X counts a character of these scripts, and an emoji, as two. */
const lengthRule = (language: string, ofPost: string | undefined): string => {
  const isWide = wide.test(language.trim()) || (followsPost(language) && wide.test(ofPost ?? ''))
  return isWide
    ? 'At most 140 characters, because X counts each character of this script as two.'
    : 'At most 280 characters. X counts an emoji as two characters and a link as 23.'
}

/** Texts of the example in the prompt. Some models answer with them. */
export const placeholders = ['the reply', 'the first reply', 'the second reply']

const task = (count: number, post: object): string => {
  const asked = count === 1 ? 'exactly 1 reply' : `exactly ${count} different replies`
  const [only, ...several] = placeholders.map((each) => JSON.stringify(each))
  const form = `{"replies": [${count === 1 ? only : several.join(', ')}]}`
  return `Write ${asked} to this post. Answer only with JSON in this form: ${form}\n<post>\n${data(post)}\n</post>`
}

const userMessage = (
  { post, lately = [], lessons = [], turnedDown = [], rewritten }: GenerateRequest,
  missing: number,
  present: readonly string[],
  from: number,
): string =>
  [
    task(missing, shownPost(post)),
    listed('Parts of the post that you cannot see; do not guess their content (JSON)', notShown(post)),
    listed(`The angle of each reply, starting with reply ${from + 1} (JSON)`, assignedAngles(from, missing)),
    listed('Existing replies; write something different from each (JSON)', present),
    listed('Beginnings of your recent replies; begin differently (JSON)', lately),
    listed(
      'Your earlier drafts for other posts, each with the version that a person edited, newest first; write in the style of the edited versions, and do not reuse their content (JSON)',
      lessons,
    ),
    listed('Write a new version of this reply that follows the wish (JSON)', rewritten ? [rewritten] : []),
    listed('Rejected replies with the reasons; write a replacement for each without these faults (JSON)', turnedDown),
  ]
    .filter((part) => part !== '')
    .join('\n\n')

const section = (title: string, content: string) => (content.trim() === '' ? '' : `${title}:\n${content}`)
const listed = (title: string, values: readonly unknown[]) => (values.length === 0 ? '' : `${title}:\n${data(values)}`)
const bullets = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n')
const json = (value: Record<string, unknown>) => (Object.keys(value).length === 0 ? '' : JSON.stringify(value))

/** Escapes every `<`, so that no value can close the marks around the JSON. */
const data = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
