import * as z from 'zod/mini'
import { id, text } from './base'
import { roleMessages } from './roleMessages'

const jsonObject = z.looseObject({})

/** Bytes of UTF-8 that a list or a JSON object of a character may take, written without blanks. */
const mostJsonBytes = 64 * 1024

/** Whether a list or JSON object of a character is small enough to be stored. */
export const fitsJsonField = (value: unknown): boolean =>
  new TextEncoder().encode(JSON.stringify(value)).length <= mostJsonBytes

const fits = z.refine(fitsJsonField, roleMessages.jsonTooLarge)
const boundedObject = jsonObject.check(fits)
const phrases = z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(2000))).check(z.maxLength(200), fits)

export const roleBody = z.strictObject({
  name: text(200, roleMessages.nameRequired),
  model_name: text(200, roleMessages.modelRequired),
  category: text(200, roleMessages.categoryRequired),
  system_prompt: text(20_000, roleMessages.systemPromptRequired),
  personality_traits: z._default(phrases, []),
  background_story: text(20_000, roleMessages.backgroundRequired),
  instruction_set: z._default(phrases, []),
  version: text(100, roleMessages.versionRequired),
  knowledge_base: z._default(boundedObject, {}),
  example_conversations: z._default(boundedObject, {}),
  language: text(100, roleMessages.languageRequired),
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
