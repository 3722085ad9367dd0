import fetchMock from 'fetch-mock'
import type { AppDeps } from '../../server/deps'
import { taskStreamPath } from '../../src/schemas/taskStream'
import { sqlite, type TestDatabase } from './databases'
import { type Json, type Operator, startTestServer, type TestServer } from './server'
import { sampleAccount } from './serverFakes'
import { until } from './waiting'

/** Where the console finds the API in a test: the origin of jsdom's page. */
export const apiBaseUrl = 'http://localhost:3000/api/v1'

export interface InProcessServer extends TestServer {
  /** The one operator that the console is signed in as. */
  me: Operator
  /** Connects a media agent of theirs. Answers its id. */
  createAccount(name: string, group?: string): Promise<number>
  /** What the console sent, `${method} ${path}` with the body where there was one, oldest first. */
  requests: { call: string; body: Json | undefined }[]
  /** What was sent with each request of the call so far, such as `PUT /groups/3`. */
  bodiesOf(call: string): (Json | undefined)[]
  /** The next such call is answered like this instead of by the server; status 0 means no answer at all. */
  answerNext(call: string, answer: { status: number; body?: Json }): void
  /** The next such call waits until the returned function is called. */
  holdNext(call: string): () => void
  /**
   * Every such call waits from now on until it is answered here.
   *
   * @param reaches `all`: also a call that the console gave up meanwhile has reached the server.
   */
  gate(call: RegExp, reaches?: 'heard' | 'all'): Gate
}

/** Calls that wait, mostly without those that the console gave up; each answer goes to the latest of them. */
export interface Gate {
  /** The server answers. */
  pass(): Promise<void>
  answer(answer: { status: number; body?: Json }): Promise<void>
  /** The server does what it is asked, but its answer is lost on the way back. */
  loseAnswer(): Promise<void>
  /** How many calls wait. */
  waiting(): number
  /** Lets through what waits, and whatever else comes. */
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
    // It would never end: what is seen here is how the console asks again and again without one.
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
