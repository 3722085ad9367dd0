import { outputRules } from '../../src/schemas/leaks'
import type { GenerateRequest } from './types'

export interface Message {
  role: 'system' | 'user'
  content: string
}

/** Counted up with every change of what the model is told; stored with each reply. */
export const promptVersion = 2

/** The answer's form, as OpenAI's strict structured outputs take it. */
export const repliesSchema = {
  type: 'object',
  properties: { replies: { type: 'array', items: { type: 'string' } } },
  required: ['replies'],
  additionalProperties: false,
} as const

/**
 * The messages that ask for `missing` more replies: the role makes the system message, the post comes as data in the
 * user message and nowhere else.
 *
 * @param present replies that are there already, for the model to differ from.
 */
export const buildMessages = (
  { role, post }: GenerateRequest,
  missing: number,
  present: readonly string[] = [],
): [Message, Message] => [
  { role: 'system', content: systemMessage(role) },
  { role: 'user', content: userMessage(post, missing, present) },
]

const systemMessage = (role: GenerateRequest['role']): string =>
  [
    role.system_prompt,
    section('Your name', role.name),
    section('Your field', role.category),
    section('Your background', role.background_story),
    section('Your personality', bullets(role.personality_traits)),
    section('Your instructions', bullets(role.instruction_set)),
    section('What you know (JSON)', json(role.knowledge_base)),
    section('Conversations that show how you speak (JSON)', json(role.example_conversations)),
    section('Language', `Write every reply in ${role.language}.`),
    outputRules,
  ]
    .filter((part) => part !== '')
    .join('\n\n')

const userMessage = (post: GenerateRequest['post'], missing: number, present: readonly string[]): string =>
  [
    `Write exactly ${missing} different ${missing === 1 ? 'reply' : 'replies'} to this post, as JSON: {"replies": [...]}.`,
    `<post>\n${data({ author: post.authorUsername, name: post.authorName, text: post.text })}\n</post>`,
    present.length === 0 ? '' : `These are there already; differ from all of them (JSON):\n${data(present)}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')

const section = (title: string, content: string) => (content.trim() === '' ? '' : `${title}:\n${content}`)
const bullets = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n')
const json = (value: Record<string, unknown>) => (Object.keys(value).length === 0 ? '' : JSON.stringify(value))

/** JSON in which no `<` is left, so that nothing inside can close the marks around it. */
const data = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
