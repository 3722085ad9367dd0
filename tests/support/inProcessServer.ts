import fetchMock from 'fetch-mock'
import type { AppDeps } from '../../server/deps'
import { taskStreamPath } from '../../src/schemas/history/taskStream'
import { sqlite, type TestDatabase } from './databases'
import { type Json, type Operator, startTestServer, type TestServer } from './server'
import { sampleAccount } from './serverFakes'
import { until } from './waiting'

/** The console finds the API at the origin of jsdom's page. */
export const apiBaseUrl = 'http://localhost:3000/api/v1'

export interface InProcessServer extends TestServer {
  me: Operator
  createAccount(name: string, group?: string): Promise<number>
  /** The console's requests, `${method} ${path}` with the body if there was one, oldest first. */
  requests: { call: string; body: Json | undefined }[]
  /** The bodies of the call so far, such as `PUT /groups/3`. */
  bodiesOf(call: string): (Json | undefined)[]
  /** Answers the next such call instead of the server; status 0 means no answer at all. */
  answerNext(call: string, answer: { status: number; body?: Json }): void
  /** The next such call waits until the returned function is called. */
  holdNext(call: string): () => void
  /**
   * Every such call waits from now on until it is answered here.
   *
   * @param reaches `all`: calls that the console gave up reach the server too.
   */
  gate(call: RegExp, reaches?: 'heard' | 'all'): Gate
}

/** Waiting calls, usually without those that the console gave up; each answer goes to the latest of them. */
export interface Gate {
  pass(): Promise<void>
  answer(answer: { status: number; body?: Json }): Promise<void>
  /** The server acts, but its answer is lost. */
  loseAnswer(): Promise<void>
  /** The number of waiting calls. */
  waiting(): number
  /** Lets all waiting and later calls through. */
  open(): void
}

type Passage = { early?: Response; isAnswerLost?: boolean }
type Waiting = ((passage: Passage) => void)[]

const passageThrough = (waiting: Waiting, signal: RequestInit['signal']) =>
  new Promise<Passage>((resolve) => {
    waiting.push(resolve)
    signal?.addEventListener('abort', () => {
      const at = waiting.indexOf(resolve)
      if (at >= 0) waiting.splice(at, 1)
    })
  })

type Interception = { call: string; before: () => Promise<Response | undefined> }

/** The real server on its own SQLite file, reached by the console's `fetch` without a port. */
export const startInProcessServer = async (
  overrides: (database: TestDatabase) => Partial<AppDeps> = () => ({}),
): Promise<InProcessServer> => {
  const server = await startTestServer(sqlite.create, overrides)
  const me = await server.operator('operator@example.com')
  const requests: InProcessServer['requests'] = []
  const interceptions: Interception[] = []
  const gates: { call: RegExp; reaches: 'heard' | 'all'; waiting: Waiting }[] = []

  const answer = async (url: string, init: RequestInit): Promise<Response> => {
    const { pathname, search } = new URL(url)
    const method = (init.method ?? 'GET').toUpperCase() as 'GET' | 'POST' | 'PUT' | 'DELETE'
    const call = `${method} ${pathname.replace('/api/v1', '')}`
    // A stream would never end, so tests see how the console polls without one.
    if (call === `GET ${taskStreamPath}`) return respond(404, '')
    const payload = typeof init.body === 'string' ? init.body : undefined
    requests.push({ call, body: payload === undefined ? undefined : JSON.parse(payload) })
    const planned = interceptions.findIndex((each) => each.call === call)
    const early = planned < 0 ? undefined : await interceptions.splice(planned, 1)[0]?.before()
    if (early) return early
    const gate = gates.find((each) => each.call.test(call))
    const passage = gate ? await passageThrough(gate.waiting, gate.reaches === 'all' ? null : init.signal) : {}
    if (passage.early) return passage.early
    const headers = Object.fromEntries(new Headers(init.headers))
    const given = await server.app.inject({ method, url: pathname + search, headers, payload })
    if (passage.isAnswerLost) throw new TypeError('Failed to fetch')
    return respond(given.statusCode, given.body, String(given.headers['x-request-id']))
  }

  fetchMock.mockGlobal().route(`begin:${apiBaseUrl}`, ({ url, options }) => answer(url, options))
  return {
    ...server,
    me,
    createAccount: async (name, group) => {
      const { body } = await me.call('POST', '/twitter/accounts', sampleAccount(name, group))
      return (body as { id: number }).id
    },
    requests,
    bodiesOf: (call) => requests.filter((request) => request.call === call).map(({ body }) => body),
    answerNext: (call, { status, body }) =>
      interceptions.push({
        call,
        before: async () => {
          if (status === 0) throw new TypeError('Failed to fetch')
          return respond(status, body === undefined ? '' : JSON.stringify(body))
        },
      }),
    holdNext: (call) => {
      let release = () => {}
      const gate = new Promise<undefined>((resolve) => {
        release = () => resolve(undefined)
      })
      interceptions.push({ call, before: () => gate })
      return () => release()
    },
    gate: (call, reaches = 'heard') => {
      const gate: (typeof gates)[number] = { call, reaches, waiting: [] }
      gates.unshift(gate)
      const letThrough = async (passage: Passage) => {
        const answer = await until(() => gate.waiting.pop())
        answer(passage)
      }
      return {
        pass: () => letThrough({}),
        answer: ({ status, body }) =>
          letThrough({ early: respond(status, body === undefined ? '' : JSON.stringify(body)) }),
        loseAnswer: () => letThrough({ isAnswerLost: true }),
        waiting: () => gate.waiting.length,
        open: () => {
          gates.splice(gates.indexOf(gate), 1)
          for (const answer of gate.waiting.splice(0)) answer({})
        },
      }
    },
    close: async () => {
      fetchMock.hardReset()
      await server.close()
    },
  }
}

const respond = (status: number, body: string, requestId = ''): Response =>
  new Response(status === 204 ? null : body, {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': requestId },
  })
