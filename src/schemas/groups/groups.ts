import * as z from 'zod/mini'
import { nameText, nothing, opaqueId, text } from '../base'
import { type Call, call, numericId } from '../call'
import { groupMessages } from './groups.words'

export const groupBody = z.strictObject({
  name: nameText(100, groupMessages.nameRequired),
  description: text(1000, groupMessages.descriptionRequired),
})
export type GroupBody = z.infer<typeof groupBody>

export const group = z.object({ id: opaqueId, name: z.string(), description: z.string() })
export type Group = z.infer<typeof group>

export const groupCalls = {
  listGroups: call({
    specified: [],
    method: 'GET',
    path: '/groups',
    auth: true,
    status: 200,
    answer: z.array(group),
    reads: 'required',
  }),
  createGroup: call({
    specified: ['name', 'description'],
    method: 'POST',
    path: '/groups',
    auth: true,
    body: groupBody,
    status: 201,
    answer: group,
    reads: 'ignored',
  }),
  getGroup: call({
    specified: [],
    method: 'GET',
    path: '/groups/{groupId}',
    auth: true,
    params: z.strictObject({ groupId: numericId }),
    status: 200,
    answer: group,
    reads: 'required',
  }),
  updateGroup: call({
    specified: ['name', 'description'],
    method: 'PUT',
    path: '/groups/{groupId}',
    auth: true,
    params: z.strictObject({ groupId: numericId }),
    body: groupBody,
    status: 200,
    answer: group,
    reads: 'ignored',
  }),
  deleteGroup: call({
    specified: [],
    method: 'DELETE',
    path: '/groups/{groupId}',
    auth: true,
    params: z.strictObject({ groupId: numericId }),
    status: 204,
    answer: nothing,
    reads: 'ignored',
  }),
} satisfies Record<string, Call>
