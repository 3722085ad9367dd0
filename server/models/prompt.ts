import { outputRules } from '../../src/schemas/leaks'
import { examplesOf } from '../../src/schemas/roles'
import { assignedAngles } from './angles'
import { notShown, shownPost } from './shownPost'
import type { GenerateRequest } from './types'

export interface Message {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/** Increase it with every change of the prompt. It is stored with each reply. */
export const promptVersion = 4

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
    section('What you know (JSON)', json(role.knowledge_base)),
    hasExamples ? '' : section('Conversations that show how you speak (JSON)', json(role.example_conversations)),
    section('Language', languageRule(role.language, post.context?.lang)),
    section('Length', lengthRule(role.language, post.context?.lang)),
    count > 1 ? section('Voices', oneVoice) : '',
    outputRules,
  ]
    .filter((part) => part !== '')
    .join('\n\n')

const oneVoice =
  'Each reply is posted by another person. Keep the manner, not the life: no reply tells of a past, a job, a place or a family that another one could tell, too.'

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
    ? 'At most 140 characters: X counts each of this script as two.'
    : 'At most 280 characters as X counts them: an emoji is two, a link 23.'
}

/** Texts of the example in the prompt. Some models answer with them. */
export const placeholders = ['the reply', 'the first reply', 'the second reply']

const task = (count: number, post: object): string => {
  const asked = count === 1 ? 'exactly 1 reply' : `exactly ${count} different replies`
  const [only, ...several] = placeholders.map((each) => JSON.stringify(each))
  const form = `{"replies": [${count === 1 ? only : several.join(', ')}]}`
  return `Write ${asked} to this post. Answer with JSON alone, in this form: ${form}\n<post>\n${data(post)}\n</post>`
}

const userMessage = (
  { post, lately = [], lessons = [], turnedDown = [] }: GenerateRequest,
  missing: number,
  present: readonly string[],
  from: number,
): string =>
  [
    task(missing, shownPost(post)),
    listed('Of the post you were not shown, and must not guess', notShown(post)),
    listed(`The angle of each reply, from reply ${from + 1} on (JSON)`, assignedAngles(from, missing)),
    listed('These are there already; differ from all of them (JSON)', present),
    listed('You began like this lately; do not begin like these (JSON)', lately),
    listed(
      'Earlier drafts of yours, for other posts, and what a person made of each, the newest first; write as they were changed, and take over nothing that they are about (JSON)',
      lessons,
    ),
    listed('These were turned down; write others in their place, without what is named (JSON)', turnedDown),
  ]
    .filter((part) => part !== '')
    .join('\n\n')

const section = (title: string, content: string) => (content.trim() === '' ? '' : `${title}:\n${content}`)
const listed = (title: string, values: readonly unknown[]) => (values.length === 0 ? '' : `${title}:\n${data(values)}`)
const bullets = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n')
const json = (value: Record<string, unknown>) => (Object.keys(value).length === 0 ? '' : JSON.stringify(value))

/** Escapes every `<`, so that no value can close the marks around the JSON. */
const data = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
