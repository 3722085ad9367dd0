import * as z from 'zod/mini'
import { type Call, call } from './call'
import { limit, wireId } from './callInput'
import { decisionBody, task, taskSummary } from './tasks'

export const taskCalls = {
  listTasks: call({
    method: 'GET',
    path: '/tasks/',
    auth: true,
    query: z.strictObject({ limit }),
    status: 200,
    answer: z.array(taskSummary),
    reads: 'required',
  }),
  getTask: call({
    method: 'GET',
    path: '/tasks/{taskId}',
    auth: true,
    params: z.strictObject({ taskId: wireId }),
    status: 200,
    answer: task,
    reads: 'required',
  }),
  retryTask: call({
    method: 'POST',
    path: '/tasks/{taskId}/retry',
    auth: true,
    params: z.strictObject({ taskId: wireId }),
    status: 200,
    answer: task,
    reads: 'required',
  }),
  decideItem: call({
    method: 'POST',
    path: '/tasks/{taskId}/items/{itemId}/decision',
    auth: true,
    params: z.strictObject({ taskId: wireId, itemId: wireId }),
    body: decisionBody,
    status: 200,
    answer: task,
    reads: 'required',
  }),
} satisfies Record<string, Call>
