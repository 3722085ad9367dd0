import * as z from 'zod/mini'
import { nothing } from './base'
import { type Call, call } from './call'
import { numericId } from './callInput'
import { group, groupBody } from './groups'

export const groupCalls = {
  listGroups: call({
    method: 'GET',
    path: '/groups',
    auth: true,
    status: 200,
    answer: z.array(group),
    reads: 'required',
  }),
  createGroup: call({
    method: 'POST',
    path: '/groups',
    auth: true,
    body: groupBody,
    status: 201,
    answer: group,
    reads: 'ignored',
  }),
  getGroup: call({
    method: 'GET',
    path: '/groups/{groupId}',
    auth: true,
    params: z.strictObject({ groupId: numericId }),
    status: 200,
    answer: group,
    reads: 'required',
  }),
  updateGroup: call({
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
    method: 'DELETE',
    path: '/groups/{groupId}',
    auth: true,
    params: z.strictObject({ groupId: numericId }),
    status: 204,
    answer: nothing,
    reads: 'ignored',
  }),
} satisfies Record<string, Call>
