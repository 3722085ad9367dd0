import * as z from 'zod/mini'
import { id, text } from './base'
import { messages } from './messages'

const jsonObject = z.record(z.string(), z.unknown())
const phrases = z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(2000))).check(z.maxLength(200))

const fields = {
  name: text(200, messages.role.nameRequired),
  model_name: text(200, messages.role.modelRequired),
  category: text(200, messages.role.categoryRequired),
  system_prompt: text(20_000, messages.role.systemPromptRequired),
  personality_traits: phrases,
  background_story: text(20_000, messages.role.backgroundRequired),
  instruction_set: phrases,
  version: text(100, messages.role.versionRequired),
  knowledge_base: jsonObject,
  example_conversations: jsonObject,
  language: text(100, messages.role.languageRequired),
}

export const roleBody = z.strictObject({
  ...fields,
  personality_traits: z._default(phrases, []),
  instruction_set: z._default(phrases, []),
  knowledge_base: z._default(jsonObject, {}),
  example_conversations: z._default(jsonObject, {}),
})
export type RoleBody = z.infer<typeof roleBody>

export const role = z.object({ id, ...z.object(fields).shape })
export type Role = z.infer<typeof role>
