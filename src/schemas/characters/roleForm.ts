import * as z from 'zod/mini'
import { picked } from '../picked'
import { parseJsonObject } from './jsonText'
import { fitsJsonField, type Role, type RoleBody, roleBody, tooLarge } from './roles'

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Invalid JSON passes here, because submitting it shows the specification's message. */
const fitsAsJson = (text: string): boolean => {
  try {
    return fitsJsonField(parseJsonObject(text))
  } catch {
    return true
  }
}

const listText = z.string().check(z.refine((text) => fitsJsonField(splitList(text)), tooLarge))
const objectText = z.string().check(z.refine(fitsAsJson, tooLarge))

/** Lists are text separated by commas; objects are JSON text. */
export const roleForm = z.strictObject({
  ...roleBody.shape,
  personality_traits: listText,
  instruction_set: listText,
  knowledge_base: objectText,
  example_conversations: objectText,
})
export type RoleForm = z.infer<typeof roleForm>

export const emptyRoleForm: RoleForm = {
  name: '',
  model_name: '',
  category: '',
  system_prompt: '',
  personality_traits: '',
  background_story: '',
  instruction_set: '',
  version: '',
  knowledge_base: '',
  example_conversations: '',
  language: '',
  thinking: 'off',
}

/** @throws SyntaxError or TypeError if a JSON field is no object */
export const roleBodyOf = (form: RoleForm): RoleBody => ({
  ...form,
  personality_traits: splitList(form.personality_traits),
  instruction_set: splitList(form.instruction_set),
  knowledge_base: parseJsonObject(form.knowledge_base),
  example_conversations: parseJsonObject(form.example_conversations),
})

export const roleFormOf = ({ id: _, ...role }: Role): RoleForm => ({
  ...role,
  personality_traits: role.personality_traits.join(', '),
  instruction_set: role.instruction_set.join(', '),
  knowledge_base: jsonText(role.knowledge_base),
  example_conversations: jsonText(role.example_conversations),
})

/**
 * Unchanged fields stay exactly as stored, including phrases with a comma.
 * @throws SyntaxError or TypeError if a changed JSON field is no object
 */
export const changedRoleBody = (stored: Role, changes: Partial<RoleForm>): RoleBody => {
  const { id: _, ...body } = stored
  const changed = roleBodyOf({ ...roleFormOf(stored), ...changes })
  return { ...body, ...picked(changed, Object.keys(changes)) }
}

const jsonText = (value: Record<string, unknown>): string =>
  Object.keys(value).length === 0 ? '' : JSON.stringify(value, null, 2)
