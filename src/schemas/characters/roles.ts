import * as z from 'zod/mini'
import { nameText, nothing, opaqueId, text } from '../base'
import { type Call, call, numericId, pageLimit, skip } from '../call'
import { roleMessages } from './characters.words'

const jsonObject = z.looseObject({})

/** UTF-8 bytes of the JSON without blanks, for one list or object. */
const mostJsonBytes = 64 * 1024

export const fitsJsonField = (value: unknown): boolean =>
  new TextEncoder().encode(JSON.stringify(value)).length <= mostJsonBytes

/** This server's own limit, so the specification has no text for it. */
export const tooLarge = 'At most 64 KB'
const fits = z.refine(fitsJsonField, tooLarge)
const boundedObject = jsonObject.check(fits)
const phrases = z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(2000))).check(z.maxLength(200), fits)

/** `off`: as little thinking as the model allows. `provider`: the provider's default. */
export const thinkings = ['off', 'low', 'provider'] as const
const thinking = z.enum(thinkings)

export const roleBody = z.strictObject({
  name: nameText(200, roleMessages.nameRequired),
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
  /**
   * True if the prompt shows the operator's edits of earlier drafts. If missing, the stored value stays. Only for our
   * server.
   */
  learns_from_edits: z.optional(z.boolean()),
  /** If missing, the stored value stays; a new character has `provider`. Only for our server. */
  thinking: z.optional(thinking),
})
export type RoleBody = z.infer<typeof roleBody>

/** Other providers may allow longer values. */
export const role = z.object({
  id: opaqueId,
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
  /** Only from our server. */
  learns_from_edits: z.optional(z.boolean()),
  /** Only from our server. */
  thinking: z.catch(z.optional(thinking), undefined),
})
export type Role = z.infer<typeof role>
/** Our server's ids are numbers. */
export type OwnRole = Role & { id: number }

const mostExamples = 8

/** Only examples of a post and its reply; other shapes are allowed but not used. */
export const examplesOf = ({ example_conversations }: Pick<Role, 'example_conversations'>) =>
  Object.entries(example_conversations)
    .flatMap(([post, reply]) => (typeof reply === 'string' ? [{ post, reply }] : []))
    .slice(0, mostExamples)

const specifiedRole = [
  'name',
  'model_name',
  'category',
  'system_prompt',
  'personality_traits',
  'background_story',
  'instruction_set',
  'version',
  'knowledge_base',
  'example_conversations',
  'language',
] as const

export const roleCalls = {
  listRoles: call({
    specified: ['skip', 'limit'],
    method: 'GET',
    path: '/ai-roles',
    auth: true,
    query: z.strictObject({ skip, limit: pageLimit }),
    status: 200,
    answer: z.array(role),
    reads: 'required',
  }),
  getRole: call({
    specified: [],
    method: 'GET',
    path: '/ai-roles/{roleId}',
    auth: true,
    params: z.strictObject({ roleId: numericId }),
    status: 200,
    answer: role,
    reads: 'required',
  }),
  createRole: call({
    specified: specifiedRole,
    method: 'POST',
    path: '/ai-roles',
    auth: true,
    body: roleBody,
    status: 201,
    answer: role,
    reads: 'ignored',
  }),
  updateRole: call({
    specified: specifiedRole,
    method: 'PUT',
    path: '/ai-roles/{roleId}',
    auth: true,
    params: z.strictObject({ roleId: numericId }),
    body: roleBody,
    status: 200,
    answer: role,
    reads: 'ignored',
  }),
  deleteRole: call({
    specified: [],
    method: 'DELETE',
    path: '/ai-roles/{roleId}',
    auth: true,
    params: z.strictObject({ roleId: numericId }),
    status: 204,
    answer: nothing,
    reads: 'ignored',
  }),
} satisfies Record<string, Call>
