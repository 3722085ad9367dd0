import * as z from 'zod/mini'
import { account, accountBody, accountPatch, storedAccount } from './accounts'
import { loginAnswer, loginBody, registerBody } from './auth'
import { nothing, optionalText } from './base'
import { group, groupBody } from './groups'
import { auditEntry, meta, model } from './meta'
import {
  batchBody,
  contentBody,
  generateAnswer,
  generateBody,
  post,
  reply,
  replyBody,
  sendAnswer,
  soloBody,
} from './replies'
import { role, roleBody } from './roles'
import { decisionBody, task, taskSummary } from './tasks'

type Schema = z.core.$ZodType

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the API base, with `{name}` for each path parameter. */
  path: string
  summary: string
  tag: 'auth' | 'accounts' | 'groups' | 'roles' | 'replies' | 'tasks' | 'system'
  /** False where no bearer token is asked for. */
  auth: boolean
  params?: Schema
  query?: Schema
  body?: Schema
  /** Status of our server's success. */
  status: 200 | 201 | 204
  answer: Schema
  /**
   * `required`: the console cannot go on without it, so another shape is an error.
   * `optional`: used where it is there (the specification does not show it).
   * `ignored`: never read.
   */
  reads: 'required' | 'optional' | 'ignored'
}

const numericId = z.pipe(z.string().check(z.regex(/^[1-9][0-9]{0,15}$/, 'must be a number')), z.transform(Number))
const wireId = z.string().check(z.minLength(1), z.maxLength(64))
const limit = z._default(
  z.pipe(z.string().check(z.regex(/^(?:[1-9][0-9]?|100)$/, 'must be 1 to 100')), z.transform(Number)),
  100,
)
const skip = z._default(z.pipe(z.string().check(z.regex(/^[0-9]{1,9}$/, 'must be a number')), z.transform(Number)), 0)

const call = <const C extends Call>(definition: C): C => definition

/** Every call of the product, once: the browser's client, the server's routes and the OpenAPI document are made from it. */
export const contract = {
  login: call({
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in',
    tag: 'auth',
    auth: false,
    body: loginBody,
    status: 200,
    answer: loginAnswer,
    reads: 'required',
  }),
  register: call({
    method: 'POST',
    path: '/auth/register',
    summary: 'Create an operator',
    tag: 'auth',
    auth: false,
    body: registerBody,
    status: 201,
    answer: nothing,
    reads: 'ignored',
  }),
  logout: call({
    method: 'POST',
    path: '/auth/logout',
    summary: 'Revoke the session',
    tag: 'auth',
    auth: true,
    status: 204,
    answer: nothing,
    reads: 'ignored',
  }),

  listAccounts: call({
    method: 'GET',
    path: '/twitter/accounts',
    summary: 'List media agents',
    tag: 'accounts',
    auth: true,
    query: z.strictObject({ group: z._default(optionalText(100), '') }),
    status: 200,
    answer: z.array(account),
    reads: 'required',
  }),
  createAccount: call({
    method: 'POST',
    path: '/twitter/accounts',
    summary: 'Connect a media agent',
    tag: 'accounts',
    auth: true,
    body: accountBody,
    status: 201,
    answer: account,
    reads: 'ignored',
  }),
  getAccount: call({
    method: 'GET',
    path: '/twitter/accounts/{accountId}',
    summary: 'Read a media agent',
    tag: 'accounts',
    auth: true,
    params: z.strictObject({ accountId: numericId }),
    status: 200,
    answer: storedAccount,
    reads: 'required',
  }),
  updateAccount: call({
    method: 'PUT',
    path: '/twitter/accounts/{accountId}',
    summary: 'Change a media agent',
    tag: 'accounts',
    auth: true,
    params: z.strictObject({ accountId: numericId }),
    body: accountPatch,
    status: 200,
    answer: account,
    reads: 'ignored',
  }),
  deleteAccount: call({
    method: 'DELETE',
    path: '/twitter/accounts/{accountId}',
    summary: 'Disconnect a media agent',
    tag: 'accounts',
    auth: true,
    params: z.strictObject({ accountId: numericId }),
    status: 204,
    answer: nothing,
    reads: 'ignored',
  }),
  verifyAccount: call({
    method: 'POST',
    path: '/twitter/accounts/{accountId}/verify',
    summary: 'Ask X whether the media agent may post',
    tag: 'accounts',
    auth: true,
    params: z.strictObject({ accountId: numericId }),
    status: 200,
    answer: account,
    reads: 'required',
  }),

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

  listRoles: call({
    method: 'GET',
    path: '/ai-roles',
    summary: 'List AI characters',
    tag: 'roles',
    auth: true,
    query: z.strictObject({ skip, limit }),
    status: 200,
    answer: z.array(role),
    reads: 'required',
  }),
  getRole: call({
    method: 'GET',
    path: '/ai-roles/{roleId}',
    summary: 'Read an AI character',
    tag: 'roles',
    auth: true,
    params: z.strictObject({ roleId: numericId }),
    status: 200,
    answer: role,
    reads: 'required',
  }),
  createRole: call({
    method: 'POST',
    path: '/ai-roles',
    summary: 'Create an AI character',
    tag: 'roles',
    auth: true,
    body: roleBody,
    status: 201,
    answer: role,
    reads: 'ignored',
  }),
  updateRole: call({
    method: 'PUT',
    path: '/ai-roles/{roleId}',
    summary: 'Change an AI character',
    tag: 'roles',
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
    summary: 'Delete an AI character',
    tag: 'roles',
    auth: true,
    params: z.strictObject({ roleId: numericId }),
    status: 204,
    answer: nothing,
    reads: 'ignored',
  }),
  listModels: call({
    method: 'GET',
    path: '/openai/models',
    summary: "List the provider's models",
    tag: 'roles',
    auth: true,
    status: 200,
    answer: z.array(model),
    reads: 'required',
  }),

  fetchContent: call({
    method: 'POST',
    path: '/twitter/tweet/content',
    summary: 'Look up the post behind a link',
    tag: 'replies',
    auth: true,
    body: contentBody,
    status: 200,
    answer: post,
    reads: 'required',
  }),
  generateReplies: call({
    method: 'POST',
    path: '/twitter/tweet/generate-reply',
    summary: 'Draft replies to a fetched post',
    tag: 'replies',
    auth: true,
    body: generateBody,
    status: 201,
    answer: generateAnswer,
    reads: 'required',
  }),
  batchPostReplies: call({
    method: 'POST',
    path: '/twitter/tweet/batch-post-replies',
    summary: 'Post replies through a group',
    tag: 'replies',
    auth: true,
    body: batchBody,
    status: 201,
    answer: sendAnswer,
    reads: 'optional',
  }),
  postReply: call({
    method: 'POST',
    path: '/twitter/tweet/post-reply',
    summary: 'Post one reply through one media agent',
    tag: 'replies',
    auth: true,
    body: soloBody,
    status: 201,
    answer: sendAnswer,
    reads: 'optional',
  }),
  getReply: call({
    method: 'GET',
    path: '/twitter/replies/detail/{replyId}',
    summary: 'Read a reply',
    tag: 'replies',
    auth: true,
    params: z.strictObject({ replyId: wireId }),
    status: 200,
    answer: reply,
    reads: 'required',
  }),
  updateReply: call({
    method: 'PUT',
    path: '/twitter/replies/{replyId}',
    summary: 'Change the text of a reply',
    tag: 'replies',
    auth: true,
    params: z.strictObject({ replyId: wireId }),
    body: replyBody,
    status: 200,
    answer: reply,
    reads: 'ignored',
  }),

  listTasks: call({
    method: 'GET',
    path: '/tasks/',
    summary: 'List tasks',
    tag: 'tasks',
    auth: true,
    query: z.strictObject({ limit }),
    status: 200,
    answer: z.array(taskSummary),
    reads: 'required',
  }),
  getTask: call({
    method: 'GET',
    path: '/tasks/{taskId}',
    summary: 'Read a task with its items',
    tag: 'tasks',
    auth: true,
    params: z.strictObject({ taskId: wireId }),
    status: 200,
    answer: task,
    reads: 'required',
  }),
  retryTask: call({
    method: 'POST',
    path: '/tasks/{taskId}/retry',
    summary: 'Queue again what failed and is safe to send again',
    tag: 'tasks',
    auth: true,
    params: z.strictObject({ taskId: wireId }),
    status: 200,
    answer: task,
    reads: 'required',
  }),
  decideItem: call({
    method: 'POST',
    path: '/tasks/{taskId}/items/{itemId}/decision',
    summary: 'Decide about an item that needs review',
    tag: 'tasks',
    auth: true,
    params: z.strictObject({ taskId: wireId, itemId: wireId }),
    body: decisionBody,
    status: 200,
    answer: task,
    reads: 'required',
  }),

  getMeta: call({
    method: 'GET',
    path: '/meta',
    summary: 'What this server is',
    tag: 'system',
    auth: false,
    status: 200,
    answer: meta,
    reads: 'required',
  }),
  listAudit: call({
    method: 'GET',
    path: '/audit',
    summary: 'Read the audit trail',
    tag: 'system',
    auth: true,
    query: z.strictObject({ limit }),
    status: 200,
    answer: z.array(auditEntry),
    reads: 'required',
  }),
  loadSample: call({
    method: 'POST',
    path: '/sandbox/sample',
    summary: 'Create a sample group, its media agents and AI characters (sandbox only)',
    tag: 'system',
    auth: true,
    status: 201,
    answer: nothing,
    reads: 'ignored',
  }),
} satisfies Record<string, Call>

export type Contract = typeof contract
export type CallName = keyof Contract

/** What the caller passes: path parameters and query as values of their schemas' input, body as its input. */
export type CallInput<N extends CallName> = (Contract[N] extends { params: infer P extends Schema }
  ? { params: { [K in keyof z.input<P>]: string | number } }
  : unknown) &
  (Contract[N] extends { query: infer Q extends Schema } ? { query?: z.input<Q> } : unknown) &
  (Contract[N] extends { body: infer B extends Schema } ? { body: z.input<B> } : unknown)

/** What the caller gets: the parsed answer, `undefined` as well where the answer is optional, nothing where it is ignored. */
export type CallAnswer<N extends CallName> = Contract[N]['reads'] extends 'required'
  ? z.output<Contract[N]['answer']>
  : Contract[N]['reads'] extends 'optional'
    ? z.output<Contract[N]['answer']> | undefined
    : undefined
