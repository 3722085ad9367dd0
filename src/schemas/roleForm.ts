import * as z from 'zod/mini'
import { parseJsonObject } from './jsonText'
import { picked } from './picked'
import { fitsJsonField, type Role, type RoleBody, roleBody, tooLarge } from './roles'

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Text that is no JSON passes: it fails in the catalogue's words when it is sent. */
const fitsAsJson = (text: string): boolean => {
  try {
    return fitsJsonField(parseJsonObject(text))
  } catch {
    return true
  }
}

const listText = z.string().check(z.refine((text) => fitsJsonField(splitList(text)), tooLarge))
const objectText = z.string().check(z.refine(fitsAsJson, tooLarge))

/** An AI character as its form holds it: lists separated by commas, objects as JSON text. */
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

/** @throws SyntaxError or TypeError where a JSON field holds anything but an object. */
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
 * The stored character with the fields that were changed in its form; the others exactly as they are stored, also a phrase
 * with a comma in it.
 *
 * @throws SyntaxError or TypeError where a changed JSON field holds anything but an object.
 */
export const changedRoleBody = (stored: Role, changes: Partial<RoleForm>): RoleBody => {
  const { id: _, ...body } = stored
  const changed = roleBodyOf({ ...roleFormOf(stored), ...changes })
  return { ...body, ...picked(changed, Object.keys(changes)) }
}

const jsonText = (value: Record<string, unknown>): string =>
  Object.keys(value).length === 0 ? '' : JSON.stringify(value, null, 2)
