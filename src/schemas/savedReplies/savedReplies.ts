import * as z from 'zod/mini'
import { id, noControls, nothing, text, tooLong } from '../base'
import { type Call, call, numericId } from '../call'
import { nameRequired } from '../crud.words'
import { placeholders, unknownPlaceholder } from './placeholders'
import * as words from './savedReplies.words'

export const savedReplyLimits = { ofCharacter: 100, name: 60, text: 1000 } as const

const offered = placeholders.map((each) => `{${each}}`).join(' or ')
const longestShown = 40

const lines = z.overwrite((written: string) => written.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n').replaceAll('\t', ' '))
const oneLine = z.refine<string>((written) => !written.includes('\n'), words.oneLine)
const knownPlaceholders = z.refine<string>((written) => unknownPlaceholder(written) === undefined, {
  error: ({ input }) => words.noPlaceholder(unknownPlaceholder(String(input))?.slice(0, longestShown) ?? '', offered),
})

export const savedReplyKind = z.enum(['opening', 'reply'])
export type SavedReplyKind = z.infer<typeof savedReplyKind>

export const savedReplyBody = z.strictObject({
  name: text(savedReplyLimits.name, nameRequired).check(oneLine, noControls('\n')),
  kind: savedReplyKind,
  text: z
    .string(words.textRequired)
    .check(
      lines,
      z.trim(),
      z.minLength(1, words.textRequired),
      z.maxLength(savedReplyLimits.text, tooLong(savedReplyLimits.text)),
      noControls('\n'),
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
