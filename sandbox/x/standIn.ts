import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { closeServer, isAddressedToLoopback, listenOnLoopback, originOf, portOf, readBody } from '../loopback'
import { createActivity } from './activity'
import { type ApiState, createApi } from './api'
import { createAuthentication, sandboxBearerToken } from './authentication'
import { type Bill, createBill } from './bill'
import { consentHeaders, consentPage, refusedConsentPage } from './consentPage'
import { type Control, control as controlSchema, createRules, type Fault, isWire } from './control'
import { createCrowd } from './crowd'
import { faultOf, intent, intentHeaders, intentPage, saidOf } from './intentPage'
import { type Counted, createLimits, type Endpoint } from './limits'
import { createOAuth2, type OAuth2State, type TokenEvent } from './oauth2'
import { missingPage, pageHeaders, postPage, styleSheet } from './page'
import { type Answer, inForm, problems, unknownRoute } from './problems'
import type { View } from './scene'
import { openPostStore, type StoredPost } from './store'

export interface XStandInOptions {
  /** Used if it is free. */
  port?: number | undefined
  /** The file of the posts; only in memory without it. */
  dataFile?: string | undefined
  /** The same as a control call. */
  options?: Control
  /** Milliseconds since 1970. */
  now?: () => number
}

export interface LoggedRequest {
  /** ISO 8601. */
  at: string
  method: string
  /** Without its query. */
  path: string
  /** Username in lower case, undefined for app-only and refused callers. */
  account: string | undefined
}

export interface XStandIn {
  baseUrl: string
  bearerToken: string
  port: number
  /** All posts, oldest first. */
  posts(): StoredPost[]
  /** The last 100,000 of the API, oldest first. */
  requests(): LoggedRequest[]
  /** Events of OAuth 2.0 codes and tokens, oldest first. */
  tokenEvents(): TokenEvent[]
  /** X's charges for all requests. */
  bill(): Bill
  activity: Pick<ReturnType<typeof createActivity>, 'subscriptions' | 'connections'>
  control(change: Control): void
  /** The link determines the author of a post that is otherwise unknown. */
  nameAuthor(id: string, username: string): void
  close(): Promise<void>
}

const longestLog = 100_000
const mostCallers = 200
const mostAuthors = 10_000

/**
 * A stand-in for X on a loopback port: the API under `/2`, a page for each post at `/{username}/status/{id}`, one for
 * manual posts at `/intent/tweet`, X's consent page at `/i/oauth2/authorize`, and control calls `POST /__control` (JSON
 * of `Control`), `GET /__control/posts`, `/__control/requests`, `/__control/tokens`, `/__control/mentions/{userId}`,
 * `/__control/bill`.
 */
export const startXStandIn = async ({
  port = 0,
  dataFile,
  options = {},
  now = Date.now,
}: XStandInOptions = {}): Promise<XStandIn> => {
  const store = await openPostStore(dataFile, now)
  const authors = new LRUCache<string, string>({ max: mostAuthors })
  const state: ApiState = {
    duplicateFilter: true,
    replyRule: 'summoned',
    wording: '2026-07',
    visibilityLagMs: 0,
    longText: 'tooLong',
    gone: new Set<string>(),
    planted: {},
    authors,
    fieldNames: undefined,
    holes: {},
    people: {},
  }
  const tokens: OAuth2State = { tokenSeconds: 7200, withheldScopes: [], notExchangeable: new Set() }
  const oauth2 = createOAuth2(dataFile === undefined ? undefined : `${dataFile}.oauth2`, tokens, now)
  const bill = createBill(now, (username) => state.people[username]?.ownsApp === true)
  const crowd = createCrowd(dataFile === undefined ? undefined : `${dataFile}.begun`, now)
  const api = createApi(store, crowd, state, now, bill.posted)
  const activity = createActivity(api.resolve, now, bill.delivered)
  crowd.onArrival(activity.arrived)
  const authenticate = createAuthentication(now, oauth2.userOf)
  const limits = createLimits(now)
  const rules = createRules()
  const log: LoggedRequest[] = []
  /** Callers of the API, for the visitor of a page to choose from. */
  const callers = new Set<string>()

  const control = (change: Control) => {
    if (change.rules) rules.replace(change.rules)
    if (change.seed !== undefined) {
      rules.reseed(change.seed)
      state.wording = rules.drawWording(change.seed)
    }
    state.wording = change.wording ?? state.wording
    if (change.limits) limits.change(change.limits)
    if (change.windowSeconds !== undefined) limits.setWindow(change.windowSeconds)
    if (change.gone) state.gone = new Set(change.gone)
    state.duplicateFilter = change.duplicateFilter ?? state.duplicateFilter
    state.replyRule = change.replyRule ?? state.replyRule
    state.planted = change.planted ?? state.planted
    state.fieldNames = change.fieldNames ?? state.fieldNames
    state.holes = change.holes ?? state.holes
    state.longText = change.longText ?? state.longText
    state.people = change.people ?? state.people
    tokens.tokenSeconds = change.tokenSeconds ?? tokens.tokenSeconds
    tokens.withheldScopes = change.withheldScopes ?? tokens.withheldScopes
    if (change.notExchangeable) tokens.notExchangeable = new Set(change.notExchangeable)
    state.visibilityLagMs = change.visibilityLagMs ?? state.visibilityLagMs
    if (change.stream) activity.change(change.stream)
    if (change.arrivals) crowd.arrive(change.arrivals, (id) => api.resolve(id)?.username)
  }

  const answerApi = async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    const method = request.method ?? 'GET'
    const body = await readBody(request)
    const caller = authenticate({ method, url: url.href, authorization: request.headers.authorization })
    const account = caller?.kind === 'user' ? caller.username : undefined
    if (account !== undefined && callers.size < mostCallers) callers.add(account)
    log.push({ at: new Date(now()).toISOString(), method, path: url.pathname, account })
    if (log.length > longestLog) log.shift()

    const fault = rules.draw({ method, path: url.pathname, account })
    const route = routeOf(method, url.pathname)
    const quota =
      route && caller ? limits.take(route.endpoint, isOfActivity(route) ? 'app' : (account ?? 'app')) : undefined
    const contentType = request.headers['content-type'] ?? ''
    const answered = async (): Promise<Answer> => {
      if (method === 'POST' && /^\/2\/oauth2\/(token|revoke)$/.test(url.pathname)) {
        return oauth2.answer(url.pathname, contentType, request.headers.authorization, body)
      }
      if (caller === undefined) return problems.unauthorized
      if (route === undefined) return unknownRoute
      if (quota?.allowed === false) return problems.rateLimit
      if (isOfActivity(route)) {
        return activity.answer(method, url.pathname, caller, url.searchParams, body) ?? unknownRoute
      }
      return api.answer({ ...route, query: url.searchParams, contentType, body, caller })
    }
    if (route?.endpoint === 'stream' && caller && quota?.allowed && fault?.answer === undefined) {
      const refused = activity.connect(caller, url.searchParams, response)
      if (refused) send(response, refused)
      return
    }
    const regular = fault?.answer === undefined || fault.accept ? await answered() : undefined
    if (caller && regular && method === 'GET' && !url.pathname.startsWith('/2/activity/') && !isRefusal(fault?.answer))
      bill.returned(caller, url.pathname, regular)
    if (fault?.delayMs) await wait(fault.delayMs)
    if (fault?.clockSkewSeconds) {
      response.setHeader('date', new Date(now() + fault.clockSkewSeconds * 1000).toUTCString())
    }
    response.setHeader('x-transaction-id', randomBytes(8).toString('hex'))
    // Nobody knows whether X sends this header for OAuth 2.0 tokens.
    if (caller?.kind === 'user' && caller.scopes === undefined) {
      response.setHeader('x-access-level', state.people[caller.username]?.readOnly ? 'read' : 'read-write')
    }
    for (const [name, value] of Object.entries({ ...quota?.headers, ...fault?.headers }))
      response.setHeader(name, value)
    if (fault?.answer !== undefined) misbehave(request, response, fault.answer, fault.form)
    else if (regular !== undefined) send(response, regular)
  }

  const answerControl = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    if (request.method === 'GET' && path === '/__control/posts')
      return send(response, { status: 200, body: store.all() })
    if (request.method === 'GET' && path === '/__control/requests') return send(response, { status: 200, body: log })
    if (request.method === 'GET' && path === '/__control/bill')
      return send(response, { status: 200, body: bill.read() })
    if (request.method === 'GET' && path === '/__control/tokens')
      return send(response, { status: 200, body: oauth2.events() })
    const concerned = /^\/__control\/mentions\/(\d+)$/.exec(path)?.[1]
    if (request.method === 'GET' && concerned !== undefined) {
      return send(response, { status: 200, body: crowd.concerning(concerned).map(({ id }) => id) })
    }
    if (request.method !== 'POST' || path !== '/__control') return send(response, unknownRoute)
    // Another site's page cannot send a JSON content type without a preflight, which nobody answers.
    if (!request.headers['content-type']?.startsWith('application/json')) {
      return send(response, problems.unsupportedMediaType)
    }
    const change = controlSchema.safeParse(JSON.parse(await readBody(request)))
    if (!change.success) return send(response, { status: 422, body: { detail: change.error.message } })
    control(change.data)
    send(response, { status: 200, body: {} })
  }

  /** X's Web Intents: the only page that changes anything, and only for its own form. */
  const answerIntent = async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    const isSent = request.method === 'POST'
    if (isSent && request.headers.origin !== url.origin) return send(response, problems.notPermitted)
    const fields = isSent ? new URLSearchParams(await readBody(request)) : url.searchParams
    const asked = intent.parse(Object.fromEntries(fields))
    const view = asked.in_reply_to === undefined ? undefined : api.resolve(asked.in_reply_to)
    const show = (fault?: string) => {
      const html = intentPage(asked, view && toPage(view), [...callers], fault)
      return response.writeHead(fault === undefined ? 200 : 422, intentHeaders).end(html)
    }
    if (!isSent) return show()
    // A form sends its lines with CR and LF.
    const text = asked.text.replaceAll('\r\n', '\n')
    const fault = faultOf(asked)
    if (fault !== undefined) return show(fault)
    const made = await api.publish(asked.account, text, asked.in_reply_to)
    if ('status' in made) return show(saidOf(made))
    return response.writeHead(303, { ...intentHeaders, location: `/${made.account}/status/${made.id}` }).end()
  }

  const answerPage = (response: ServerResponse, path: string) => {
    if (path === '/__sandbox.css') {
      response.writeHead(200, { 'content-type': 'text/css; charset=utf-8', 'x-content-type-options': 'nosniff' })
      return response.end(styleSheet)
    }
    const id = /^\/(?:i\/web|i|\w{1,20})\/status\/(\d{1,19})\/?$/.exec(path)?.[1]
    const view = id === undefined ? undefined : api.resolve(id)
    if (view === undefined) return response.writeHead(404, pageHeaders).end(missingPage())
    const parent = view.inReplyTo === undefined ? undefined : api.resolve(view.inReplyTo)
    const html = postPage(toPage(view), parent && toPage(parent), api.repliesTo(view.id).map(toPage))
    return response.writeHead(200, pageHeaders).end(html)
  }

  const answerConsent = async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    const query = request.method === 'POST' ? new URLSearchParams(await readBody(request)) : url.searchParams
    const problem = oauth2.problemOf(query)
    if (problem !== undefined) return response.writeHead(400, pageHeaders).end(refusedConsentPage(problem))
    const headers = consentHeaders(query.get('redirect_uri') ?? '')
    if (request.method !== 'POST') return response.writeHead(200, headers).end(consentPage(query))
    const location = oauth2.decide(query, query.get('decision') === 'authorize' ? query.get('username') : null)
    return response.writeHead(302, { ...headers, location }).end()
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (!isAddressedToLoopback(request)) return send(response, { status: 421, body: { detail: 'Misdirected Request' } })
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    if (url.pathname.startsWith('/2/')) return answerApi(request, response, url)
    if (/^\/intent\/(?:tweet|post)$/.test(url.pathname)) return answerIntent(request, response, url)
    if (url.pathname.startsWith('/__control')) return answerControl(request, response, url.pathname)
    if (url.pathname === '/i/oauth2/authorize') return answerConsent(request, response, url)
    return answerPage(response, url.pathname)
  }

  const server = await listenOnLoopback((request, response) => {
    answer(request, response).catch(() => {
      if (response.headersSent) response.destroy()
      else send(response, problems.internal)
    })
  }, port)
  control(options)

  return {
    baseUrl: originOf(server),
    bearerToken: sandboxBearerToken,
    port: portOf(server),
    posts: store.all,
    requests: () => [...log],
    tokenEvents: oauth2.events,
    bill: bill.read,
    activity: { subscriptions: activity.subscriptions, connections: activity.connections },
    control: (change) => control(controlSchema.parse(change)),
    nameAuthor: (id, username) => void authors.set(id, username),
    close: async () => {
      activity.close()
      await closeServer(server)
      await store.close()
    },
  }
}

type OfApi = { endpoint: Endpoint; id: string }
type OfActivity = { endpoint: Exclude<Counted, Endpoint>; id: string }

const isOfActivity = (route: OfApi | OfActivity): route is OfActivity =>
  route.endpoint === 'stream' || route.endpoint === 'subscriptions'

const routeOf = (method: string, path: string): OfApi | OfActivity | undefined => {
  if (path === '/2/activity/stream') return method === 'GET' ? { endpoint: 'stream', id: '' } : undefined
  if (path.startsWith('/2/activity/subscriptions')) return { endpoint: 'subscriptions', id: '' }
  if (path === '/2/tweets') return method === 'POST' ? { endpoint: 'createPost', id: '' } : undefined
  if (path === '/2/users/me') return method === 'GET' ? { endpoint: 'getMe', id: '' } : undefined
  const post = /^\/2\/tweets\/([^/]+)$/.exec(path)?.[1]
  if (post !== undefined && method === 'GET') return { endpoint: 'getPost', id: post }
  if (post !== undefined && method === 'DELETE') return { endpoint: 'deletePost', id: post }
  const [, user, list] = /^\/2\/users\/([^/]+)\/(tweets|mentions)$/.exec(path) ?? []
  if (user === undefined || method !== 'GET') return undefined
  return { endpoint: list === 'tweets' ? 'getUserPosts' : 'getMentions', id: user }
}

/** X charges nothing for a refusal, whatever it had looked up. */
const isRefusal = (how: Fault['answer']): boolean => {
  if (how === undefined) return false
  return typeof how === 'object' ? how.status >= 400 : !isWire(how)
}

const send = (response: ServerResponse, { status, body, headers = {} }: Answer) => {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache, no-store, max-age=0',
    'api-version': '2.167',
    ...headers,
  })
  response.end(JSON.stringify(body))
}

const misbehave = (
  request: IncomingMessage,
  response: ServerResponse,
  how: NonNullable<Fault['answer']>,
  form: Fault['form'],
) => {
  const { socket } = request
  if (typeof how === 'object') return send(response, how)
  switch (how) {
    case 'hang':
      return
    case 'drop':
      return socket.destroy()
    case 'reset':
      return socket.resetAndDestroy()
    case 'half': {
      const whole = JSON.stringify({ data: { id: '1', text: 'This answer breaks off before its end.' } })
      response.writeHead(201, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(whole) })
      return response.write(whole.slice(0, whole.length / 2), () => socket.destroy())
    }
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' })
      return response.end('<!doctype html><title>Please wait</title><p>Checking your browser.</p>')
    case 'redirect':
      return send(response, { status: 302, body: {}, headers: { location: '/2/tweets' } })
    case 'withoutId':
      return send(response, { status: 201, body: { data: { text: 'This answer has no id.' } } })
    case 'garbage':
      return socket.end('\u0016\u0003\u0001 not HTTP at all\r\n\r\n')
    case 'rateLimit':
    case 'rateLimitByCode':
      response.setHeader('x-rate-limit-remaining', '0')
      return send(response, problems[how])
    default:
      return send(response, form === undefined ? problems[how] : inForm(problems[how], form))
  }
}

const toPage = ({ id, text, author, createdAt }: View) => ({
  id,
  text,
  createdAt,
  username: author.username,
  name: author.name,
})
