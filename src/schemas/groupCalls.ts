import * as z from 'zod/mini'
import { nothing } from './base'
import { type Call, call } from './call'
import { numericId } from './callInput'
import { group, groupBody } from './groups'

export const groupCalls = {
  listGroups: call({
    method: 'GET',
    path: '/groups',
    summary: 'List groups',
    tag: 'groups',
    auth: true,
    status: 200,
    answer: z.array(group),
    reads: 'required',
  }),
  createGroup: call({
    method: 'POST',
    path: '/groups',
    summary: 'Create a group',
    tag: 'groups',
    auth: true,
    body: groupBody,
    status: 201,
    answer: group,
    reads: 'ignored',
  }),
  getGroup: call({
    method: 'GET',
    path: '/groups/{groupId}',
    summary: 'Read a group',
    tag: 'groups',
    auth: true,
    params: z.strictObject({ groupId: numericId }),
    status: 200,
    answer: group,
    reads: 'required',
  }),
  updateGroup: call({
    method: 'PUT',
    path: '/groups/{groupId}',
    summary: 'Change a group',
    tag: 'groups',
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
    summary: 'Delete a group',
    tag: 'groups',
    auth: true,
    params: z.strictObject({ groupId: numericId }),
    status: 204,
    answer: nothing,
    reads: 'ignored',
  }),
} satisfies Record<string, Call>
