import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sandboxAccounts } from '../../sandbox/accounts-data'
import type { ModelControl } from '../../sandbox/model/control'
import type { Rule, Control as XControl } from '../../sandbox/x/control'
import type { Product } from '../support/product'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface ApiOperator {
  email: string
  token: string
  call<TAnswer>(method: Method, path: string, body?: unknown): Promise<TAnswer>
}

export const password = 'correct horse'
export const link = 'https://x.com/kioskandco/status/1991427730554880217'

export const createOperator = async (url: string, email: string): Promise<ApiOperator> => {
  await request(url, undefined, 'POST', '/auth/register', { email, password, username: 'Ada' })
  const { access_token: token } = await request<{ access_token: string }>(url, undefined, 'POST', '/auth/login', {
    email,
    password,
  })
  return { email, token, call: (method, path, body) => request(url, token, method, path, body) }
}

const request = async <TAnswer>(
  url: string,
  token: string | undefined,
  method: Method,
  path: string,
  body?: unknown,
): Promise<TAnswer> => {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return JSON.parse(text === '' ? 'null' : text)
}

interface Task {
  status: string
  items: { status: string }[]
}

export const sendBatch = async ({ call }: ApiOperator, count: number, tweet_url = link): Promise<string> => {
  const [role] = await call<{ id: number }[]>('GET', '/ai-roles?skip=0&limit=100')
  const { tweet_id } = await call<{ tweet_id: string }>('POST', '/twitter/tweet/content', { tweet_url })
  const { replies } = await call<{ replies: { reply_id: string }[] }>('POST', '/twitter/tweet/generate-reply', {
    tweet_id,
    role_id: role?.id,
    count,
  })
  const { task_id } = await call<{ task_id: string }>('POST', '/twitter/tweet/batch-post-replies', {
    reply_ids: replies.map(({ reply_id }) => reply_id),
    group_name: 'launch-crew',
  })
  return task_id
}

export const settled = async ({ call }: Pick<ApiOperator, 'call'>, taskId: string, ends: string[]): Promise<void> => {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    const { items } = await call<Task>('GET', `/tasks/${taskId}`)
    if (items.every(({ status }) => ends.includes(status))) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`Task ${taskId} did not come to rest`)
}

export interface SandboxControl {
  x(change: XControl): Promise<void>
  model(change: ModelControl): Promise<void>
  posts(): Promise<{ text: string; author_id: string; in_reply_to?: string | undefined }[]>
  requests(): Promise<{ method: string; path: string }[]>
}

export const createSandboxControl = (dataDir: string): SandboxControl => {
  const ports: { x: number; model: number } = JSON.parse(readFileSync(join(dataDir, 'sandbox-ports.json'), 'utf8'))
  const send = async (port: number, change: object) => {
    const response = await fetch(`http://127.0.0.1:${port}/__control`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(change),
    })
    if (!response.ok) throw new Error(`__control: ${response.status} ${await response.text()}`)
  }
  return {
    x: (change) => send(ports.x, change),
    model: (change) => send(ports.model, change),
    posts: async () => (await fetch(`http://127.0.0.1:${ports.x}/__control/posts`)).json(),
    requests: async () => (await fetch(`http://127.0.0.1:${ports.x}/__control/requests`)).json(),
  }
}

/** Addresses of all accounts' own posts begin so, and no others, because their ids are numbers. */
const timelines = Array.from(
  '123456789',
  (digit): Rule => ({ match: { method: 'GET', path: `/2/users/${digit}` }, do: { answer: 'notPermitted' } }),
)

const savedReplies = [
  { name: 'Thanks', kind: 'opening', text: 'Thank you, {name}!' },
  {
    name: 'Where the whole story stands',
    kind: 'reply',
    text: 'It is all in the pinned post, {handle}.\n\nHave a look.',
  },
  { name: 'Anameofsixtylettersanameofsixtylettersanameofsixtylettersyes', kind: 'reply', text: 'תודה רבה, {name}!' },
]

/**
 * An operator with the sample data, two more accounts (X refuses one of them), and two tasks: one completed, one with
 * an item in every final state.
 */
export const furnishOperator = async ({ url, dataDir }: Pick<Product, 'url' | 'dataDir'>, email: string) => {
  const operator = await createOperator(url, email)
  const { x: controlX } = createSandboxControl(dataDir)
  const { call } = operator
  await call('POST', '/sandbox/sample')
  await call('POST', '/groups', { name: 'night-shift', description: 'Speaks up when everybody sleeps' })
  const [late, refused] = sandboxAccounts(2, { from: 40, group: 'night-shift' })
  await call('POST', '/twitter/accounts', late)
  await call('POST', '/twitter/accounts', { ...refused, access_token_secret: 'wrong' })
  for (const { id } of await call<{ id: number }[]>('GET', '/ai-roles')) {
    for (const saved of savedReplies) await call('POST', `/ai-roles/${id}/saved-replies`, saved)
  }
  const completed = await sendBatch(operator, 2)
  await settled(operator, completed, ['completed'])
  await controlX({
    rules: [
      { match: { method: 'POST', path: '/2/tweets' }, times: 1, do: { answer: 'blockedByAuthor' } },
      { match: { method: 'POST', path: '/2/tweets' }, times: 1, do: { answer: 'notSummoned' } },
      { match: { method: 'POST', path: '/2/tweets' }, times: 1, do: { answer: 'unauthorized' } },
      { match: { method: 'POST', path: '/2/tweets' }, times: 1, do: { accept: true, answer: 'drop' } },
      ...timelines,
    ],
  })
  const mixed = await sendBatch(operator, 5)
  await settled(operator, mixed, ['completed', 'failed', 'needs_review', 'handed_over'])
  // Another reading minutes later would settle items that must need a person here.
  await controlX({ rules: timelines })
  return { ...operator, completed, mixed }
}

export type FurnishedOperator = Awaited<ReturnType<typeof furnishOperator>>
