import * as z from 'zod/mini'
import { id, text } from './base'
import { messages } from './messages'

const jsonObject = z.record(z.string(), z.unknown())
const phrases = z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(2000))).check(z.maxLength(200))

export const roleBody = z.strictObject({
  name: text(200, messages.role.nameRequired),
  model_name: text(200, messages.role.modelRequired),
  category: text(200, messages.role.categoryRequired),
  system_prompt: text(20_000, messages.role.systemPromptRequired),
  personality_traits: z._default(phrases, []),
  background_story: text(20_000, messages.role.backgroundRequired),
  instruction_set: z._default(phrases, []),
  version: text(100, messages.role.versionRequired),
  knowledge_base: z._default(jsonObject, {}),
  example_conversations: z._default(jsonObject, {}),
  language: text(100, messages.role.languageRequired),
})
export type RoleBody = z.infer<typeof roleBody>

/** As read: another provider's limits may be wider than ours. */
export const role = z.object({
  id,
  name: z.string(),
  model_name: z.string(),
  category: z.string(),
  system_prompt: z.string(),
  personality_traits: z.array(z.string()),
  background_story: z.string(),
  instruction_set: z.array(z.string()),
  version: z.string(),
  knowledge_base: jsonObject,
  example_conversations: jsonObject,
  language: z.string(),
})
export type Role = z.infer<typeof role>
