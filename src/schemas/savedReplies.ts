export const savedReplyMessages = {
  nameRequired: 'Name is required',
  textRequired: 'Text is required',
  confirmDelete: 'Delete this saved reply?',
  added: 'Saved reply added.',
  addFailed: 'The saved reply could not be added. Please try again.',
  changed: 'Saved reply changed.',
  changeFailed: 'The saved reply could not be changed. Please try again.',
  deleted: 'Saved reply deleted.',
  deleteFailed: 'The saved reply could not be deleted. Please try again.',
} as const

import * as z from 'zod/mini'
import { id, nothing, text } from './base'
import { type Call, call, numericId } from './call'
import { placeholders, unknownPlaceholder } from './placeholders'

/** What the saved replies of one character, and the text of each, may come to. */
export const savedReplyLimits = { ofCharacter: 100, name: 60, text: 1000 } as const

const offered = placeholders.map((each) => `{${each}}`).join(' or ')
const longestTold = 40

const lines = z.overwrite((written: string) => written.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n').replaceAll('\t', ' '))
/** Controls, and what turns the words after it around for whoever reads them. */
const unwanted = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u
const noControls = z.refine<string>(
  (written) => !unwanted.test(written.replaceAll('\n', '')),
  'Holds a control character: take it out',
)
const oneLine = z.refine<string>((written) => !written.includes('\n'), 'Write it in one line')
const knownPlaceholders = z.refine<string>((written) => unknownPlaceholder(written) === undefined, {
  error: ({ input }) =>
    `${unknownPlaceholder(String(input))?.slice(0, longestTold)} is no placeholder: write ${offered}, or no braces`,
})

/** An opening is put before the text of a reply; a whole reply takes its place, or goes into it. */
export const savedReplyKind = z.enum(['opening', 'reply'])
export type SavedReplyKind = z.infer<typeof savedReplyKind>

export const savedReplyBody = z.strictObject({
  name: text(savedReplyLimits.name, savedReplyMessages.nameRequired).check(oneLine, noControls),
  kind: savedReplyKind,
  text: z
    .string(savedReplyMessages.textRequired)
    .check(
      lines,
      z.trim(),
      z.minLength(1, savedReplyMessages.textRequired),
      z.maxLength(savedReplyLimits.text, `At most ${savedReplyLimits.text} characters`),
      noControls,
      knownPlaceholders,
    ),
})
export type SavedReplyBody = z.infer<typeof savedReplyBody>

export const savedReply = z.object({ id, name: z.string(), kind: savedReplyKind, text: z.string() })
export type SavedReply = z.infer<typeof savedReply>

const ofRole = { roleId: numericId }
const ofOne = z.strictObject({ ...ofRole, savedReplyId: numericId })

export const savedReplyCalls = {
  listSavedReplies: call({
    method: 'GET',
    path: '/ai-roles/{roleId}/saved-replies',
    auth: true,
    params: z.strictObject(ofRole),
    status: 200,
    answer: z.array(savedReply),
    reads: 'required',
  }),
  createSavedReply: call({
    method: 'POST',
    path: '/ai-roles/{roleId}/saved-replies',
    auth: true,
    params: z.strictObject(ofRole),
    body: savedReplyBody,
    status: 201,
    answer: savedReply,
    reads: 'ignored',
  }),
  updateSavedReply: call({
    method: 'PUT',
    path: '/ai-roles/{roleId}/saved-replies/{savedReplyId}',
    auth: true,
    params: ofOne,
    body: savedReplyBody,
    status: 200,
    answer: savedReply,
    reads: 'ignored',
  }),
  deleteSavedReply: call({
    method: 'DELETE',
    path: '/ai-roles/{roleId}/saved-replies/{savedReplyId}',
    auth: true,
    params: ofOne,
    status: 204,
    answer: nothing,
    reads: 'ignored',
  }),
} satisfies Record<string, Call>
