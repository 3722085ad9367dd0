import { setTimeout as delay } from 'node:timers/promises'
import { sandboxAccounts } from '../../sandbox/accounts-data'
import { mulberry32 } from '../../sandbox/random'
import type { OwnAccount as Account } from '../../src/schemas/accounts/accounts'
import type { Model } from '../../src/schemas/characters/models'
import type { OwnRole as Role } from '../../src/schemas/characters/roles'
import type { Reply } from '../../src/schemas/composer/replies'
import type { DecisionBody, Task, TaskSummary } from '../../src/schemas/history/tasks'

export interface Operator {
  accounts: Account[]
  readonly token: string
  /**
   * Each text differs from all others, including those of other calls; every fourth ends with a link if links are
   * allowed.
   */
  makeReplies(count: number, withLinks?: boolean): Promise<string[]>
  turnTo(tweetId: string): Promise<void>
  sendBatch(replyIds: string[], key?: string): Promise<string>
  sendSolo(replyId: string, accountId: number, key?: string): Promise<string>
  task(id: string): Promise<Task>
  tasks(): Promise<TaskSummary[]>
  decide(taskId: string, itemId: string | number, decision: DecisionBody): Promise<void>
  verifyAccount(id: number): Promise<void>
  /** One call; repeated while the server is away, or answers 5xx. */
  call<T>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<T>
  /** One call, once; undefined without an answer. */
  attempt(method: string, path: string, body?: unknown): Promise<Answer | undefined>
  read(path: string, tag: string | undefined): Promise<Reading>
  post(url: string, path: string, body: object): Promise<Response>
}

interface Reading {
  status: number
  tag: string | undefined
}

interface Answer {
  status: number
  text: string
}

/** A server that is killed again and again takes long to answer on a busy machine. */
const patienceMs = 300_000

const group = 'Torture'
const password = 'torture-passphrase-9'
export const targetId = '1990000000000000001'

/** Signs up, connects `accountCount` sandbox accounts in one group and makes an AI character. `urlOf` may change. */
export const signUp = async (urlOf: () => string, accountCount: number, name = 'torture'): Promise<Operator> => {
  let token = ''
  const call = async <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const until = Date.now() + patienceMs
    for (;;) {
      const answer = await attempt(method, path, body, headers)
      if (answer && answer.status < 300) return (answer.text === '' ? undefined : JSON.parse(answer.text)) as T
      // A server that notices a restored database ends all sessions.
      if (answer?.status === 401 && path !== '/auth/login') {
        await signIn()
        continue
      }
      if (answer && answer.status < 500) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
      if (Date.now() > until)
        throw new Error(`${method} ${path}: no answer within ${patienceMs / 1000} s ${answer?.text ?? ''}`)
      await delay(50)
    }
  }
  const attempt = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer | undefined> => {
    try {
      const response = await fetch(`${urlOf()}/api/v1${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...headers,
        },
        signal: AbortSignal.timeout(20_000),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: response.status, text: await response.text() }
    } catch {
      return undefined
    }
  }

  const email = `${name}@example.com`
  const signIn = async () => {
    token = (await call<{ access_token: string }>('POST', '/auth/login', { email, password })).access_token
  }

  await call('POST', '/auth/register', { email, username: name, password })
  await signIn()
  await call('POST', '/groups', { name: group, description: 'Torture' })
  await severalAtOnce(sandboxAccounts(accountCount, { group }), (account) => call('POST', '/twitter/accounts', account))
  const [model] = await call<Model[]>('GET', '/openai/models')
  const role = await call<Role>('POST', '/ai-roles', {
    name: 'T',
    model_name: model?.id,
    category: 'c',
    system_prompt: 's',
    background_story: 'b',
    version: '1',
    language: 'en',
  })
  let target = targetId
  const turnTo = async (tweetId: string) => {
    await call('POST', '/twitter/tweet/content', { tweet_url: `https://x.com/i/status/${tweetId}` })
    target = tweetId
  }
  await turnTo(targetId)
  const accounts = await call<Account[]>('GET', '/twitter/accounts')
  const verifyAccount = (id: number) => call<void>('POST', `/twitter/accounts/${id}/verify`)
  // A post's author can be compared only after X has named the account's user.
  await severalAtOnce(accounts, ({ id }) => verifyAccount(id))

  let made = 0
  const makeReplies = async (count: number, withLinks = false) => {
    const { replies } = await call<{ replies: Reply[] }>('POST', '/twitter/tweet/generate-reply', {
      tweet_id: target,
      role_id: role.id,
      count,
    })
    const ids = replies.map(({ reply_id }) => String(reply_id))
    const first = made
    made += count
    await severalAtOnce(ids, (id, index) =>
      call('PUT', `/twitter/replies/${id}`, {
        content: withLinks && index % 4 === 0 ? `${unlike(first + index)} example.com/${index}` : unlike(first + index),
      }),
    )
    return ids
  }
  const keyed = (key: string | undefined): Record<string, string> =>
    key === undefined ? {} : { 'idempotency-key': key }

  return {
    accounts,
    get token() {
      return token
    },
    makeReplies,
    turnTo,
    call,
    attempt,
    read: async (path, tag) => {
      const headers = { authorization: `Bearer ${token}`, ...(tag === undefined ? {} : { 'if-none-match': tag }) }
      const answer = await fetch(`${urlOf()}/api/v1${path}`, { headers })
      await answer.arrayBuffer()
      return { status: answer.status, tag: answer.headers.get('etag') ?? undefined }
    },
    post: (url, path, body) =>
      fetch(`${url}/api/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      }),
    sendBatch: async (reply_ids, key) =>
      (
        await call<{ task_id: string }>(
          'POST',
          '/twitter/tweet/batch-post-replies',
          { reply_ids, group_name: group },
          keyed(key),
        )
      ).task_id,
    sendSolo: async (reply_id, twitter_account_id, key) =>
      (
        await call<{ task_id: string }>(
          'POST',
          '/twitter/tweet/post-reply',
          { reply_id, twitter_account_id },
          keyed(key),
        )
      ).task_id,
    task: (id) => call('GET', `/tasks/${id}`),
    tasks: () => call('GET', '/tasks/?limit=100'),
    decide: (taskId, itemId, decision) => call('POST', `/tasks/${taskId}/items/${itemId}/decision`, decision),
    verifyAccount,
  }
}

const severalAtOnce = async <T>(all: T[], work: (each: T, index: number) => Promise<unknown>): Promise<void> => {
  for (let from = 0; from < all.length; from += 20) {
    await Promise.all(all.slice(from, from + 20).map((each, index) => work(each, from + index)))
  }
}

/** Texts with few letter pairs in common: eight words of letters drawn for this number. */
const unlike = (number: number): string => {
  const random = mulberry32(number)
  const word = () => Array.from({ length: 6 }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('')
  return `${Array.from({ length: 8 }, word).join(' ')} & <${number}>`
}
