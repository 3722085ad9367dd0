import * as z from 'zod/mini'
import { nothing } from './base'
import { type Call, call } from './call'
import { limit, numericId, skip } from './callInput'
import { model } from './models'
import { role, roleBody } from './roles'

export const roleCalls = {
  listRoles: call({
    method: 'GET',
    path: '/ai-roles',
    auth: true,
    query: z.strictObject({ skip, limit }),
    status: 200,
    answer: z.array(role),
    reads: 'required',
  }),
  getRole: call({
    method: 'GET',
    path: '/ai-roles/{roleId}',
    auth: true,
    params: z.strictObject({ roleId: numericId }),
    status: 200,
    answer: role,
    reads: 'required',
  }),
  createRole: call({
    method: 'POST',
    path: '/ai-roles',
    auth: true,
    body: roleBody,
    status: 201,
    answer: role,
    reads: 'ignored',
  }),
  updateRole: call({
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
    method: 'DELETE',
    path: '/ai-roles/{roleId}',
    auth: true,
    params: z.strictObject({ roleId: numericId }),
    status: 204,
    answer: nothing,
    reads: 'ignored',
  }),
  listModels: call({
    method: 'GET',
    path: '/openai/models',
    auth: true,
    status: 200,
    answer: z.array(model),
    reads: 'required',
  }),
} satisfies Record<string, Call>
