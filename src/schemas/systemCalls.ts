import * as z from 'zod/mini'
import { auditEntry } from './audit'
import { nothing } from './base'
import { type Call, call } from './call'
import { limit } from './callInput'

export const systemCalls = {
  listAudit: call({
    method: 'GET',
    path: '/audit',
    auth: true,
    query: z.strictObject({ limit }),
    status: 200,
    answer: z.array(auditEntry),
    reads: 'required',
  }),
  loadSample: call({
    method: 'POST',
    path: '/sandbox/sample',
    auth: true,
    status: 201,
    answer: nothing,
    reads: 'ignored',
  }),
} satisfies Record<string, Call>
