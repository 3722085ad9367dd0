import { randomUUID } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Logger } from 'pino'
import { createRefusedNotes } from './db/trail/auditRefused'
import type { AppDeps } from './deps'
import * as accounts from './features/accounts/accounts.routes'
import { createAccountChecks } from './features/accounts/checks'
import * as connections from './features/accounts/connections.routes'
import * as roles from './features/characters/roles.routes'
import * as replies from './features/composer/replies.routes'
import * as groups from './features/groups/groups.routes'
import * as taskStream from './features/history/taskStream.routes'
import * as tasks from './features/history/tasks.routes'
import * as inbox from './features/inbox/inbox.routes'
import * as models from './features/models/models.routes'
import * as savedReplies from './features/savedReplies/savedReplies.routes'
import * as apiTokens from './features/security/apiTokens.routes'
import * as operators from './features/security/operators.routes'
import * as passkeys from './features/security/passkeys.routes'
import * as secondFactor from './features/security/secondFactor.routes'
import * as auth from './features/session/auth.routes'
import * as passkeySignIn from './features/session/passkeySignIn.routes'
import * as health from './features/system/health.routes'
import * as metrics from './features/system/metrics.routes'
import * as sandbox from './features/system/sandbox.routes'
import * as securityText from './features/system/securityText.routes'
import * as system from './features/system/system.routes'
import * as allowances from './features/usage/allowances.routes'
import * as money from './features/usage/money.routes'
import { createAttemptLimits } from './http/attempts'
import { registerCallers } from './http/authenticate'
import { canonicalUrl, readCallersAddress, refuseAmbiguous } from './http/canonical'
import { closeConnections } from './http/closing'
import { compressAnswers } from './http/compression'
import { registerConsole, wantsPage } from './http/console'
import { createRoutes } from './http/define'
import { answerErrors, answerNotFound, errorForm } from './http/errors'
import { registerHostCheck } from './http/host'
import { registerOpenApi } from './http/openapi'
import { ofRequest, withoutRedaction } from './log'
import { registerCors } from './security/cors'
import { registerSecurityHeaders } from './security/headers'
import { loopbackNames } from './security/loopback'

/** Builds the HTTP server without listening. Closing it waits for its background work; the database stays open. */
export const createApp = async (deps: AppDeps): Promise<FastifyInstance> => {
  const app = Fastify({
    ...(deps.log ? loggingTo(deps.log) : {}),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    requestTimeout: 30_000,
    // A number would make Fastify trust callers that bypass the proxies, and such a caller can forge any address.
    trustProxy: deps.settings.trustProxy > 0 && ((_address, hop) => hop < deps.settings.trustProxy),
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    rewriteUrl: canonicalUrl,
    ...errorForm,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  answerErrors(app)
  readCallersAddress(app)
  acceptJsonAlone(app)
  registerCallers(app)
  compressAnswers(app)
  logCalls(app, deps)
  nameCalls(app)
  closeConnections(app)
  endConnections(app, deps)

  registerSecurityHeaders(app)
  registerHostCheck(app, [...loopbackNames, ...(deps.settings.hostNames ?? [])])
  if (deps.settings.corsOrigin) registerCors(app, deps.settings.corsOrigin)
  refuseAmbiguous(app, (request) => deps.consoleDir !== undefined && wantsPage(request, request.originalUrl))
  await app.register(rateLimit, { global: false })
  await registerOpenApi(app)

  const checks = createAccountChecks(deps)
  app.addHook('onReady', () => checks.resume())
  app.addHook('onClose', () => checks.stop())

  const noteRefused = createRefusedNotes(deps.db)
  const attemptLimits = createAttemptLimits(app)
  const routes = createRoutes(app, deps, noteRefused)
  auth.register(routes, deps, attemptLimits, noteRefused)
  passkeySignIn.register(routes, deps, attemptLimits, noteRefused)
  operators.register(routes, deps, attemptLimits, noteRefused)
  secondFactor.register(routes, deps, attemptLimits, noteRefused)
  passkeys.register(routes, deps, attemptLimits, noteRefused)
  apiTokens.register(routes, deps, attemptLimits)
  allowances.register(routes, deps)
  accounts.register(routes, deps, checks)
  connections.register(routes, deps, app, checks)
  groups.register(routes, deps)
  roles.register(routes, deps)
  savedReplies.register(routes, deps)
  replies.register(routes, deps, checks)
  tasks.register(routes, deps)
  taskStream.register(app, deps)
  inbox.register(routes, deps)
  money.register(routes, deps)
  models.register(routes, deps)
  system.register(routes, deps)
  sandbox.register(routes, deps, app, checks)
  health.register(app, deps)
  securityText.register(app, deps.settings)
  if (deps.metrics?.token !== undefined) metrics.register(app, deps.metrics.metrics, deps.metrics.token)

  app.setNotFoundHandler(
    deps.consoleDir ? await registerConsole(app, deps.consoleDir) : (_request, reply) => answerNotFound(reply),
  )
  await app.ready()
  return app
}

/** While the server stops, a proxy must not send a call on a connection that is about to close. */
const endConnections = (app: FastifyInstance, { isStopping }: AppDeps): void => {
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping?.()) reply.header('connection', 'close')
  })
}

const acceptJsonAlone = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, body, done)
  })
}

const loggingTo = (log: Logger): Pick<FastifyServerOptions, 'loggerInstance' | 'childLoggerFactory'> => ({
  loggerInstance: log,
  childLoggerFactory: (_log, { reqId }) => ofRequest(log, reqId),
})

const logCalls = (app: FastifyInstance, { log, metrics }: AppDeps): void => {
  const callLog = log && withoutRedaction(log)
  app.addHook('onResponse', (request, reply, done) => {
    done()
    if (!request.url.startsWith('/api/')) return
    const { method } = request
    const route = request.routeOptions.url ?? null
    const status = reply.statusCode
    metrics?.metrics.httpCall({ method, route: route ?? 'unknown', status, seconds: reply.elapsedTime / 1000 })
    callLog?.info(
      {
        reqId: request.id,
        method,
        route,
        status,
        ms: Math.round(reply.elapsedTime),
        ip: request.ip,
        operator: request.caller?.ownerId,
      },
      'http: call',
    )
  })
}

const nameCalls = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/')) reply.header('x-request-id', request.id)
    done()
  })
}
