import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'

/** The part of JSON Schema 2020-12 that the OpenAPI document uses. */
export interface Schema {
  type?: string | string[]
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | false
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  minLength?: number
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

export interface Parameter {
  name: string
  in: 'path' | 'query'
  schema: Schema
}

export interface Operation {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the API base, with `{name}` for each path parameter. */
  path: string
  parameters: Parameter[]
  body?: Schema
  /** Whether a body fits the document; none if the call takes none. */
  takes: (body: unknown) => boolean
  secured: boolean
  /** By status, `4XX` and `5XX` for the rest; undefined for an answer without a body. */
  answers: Map<string, ValidateFunction | undefined>
}

export const apiBase = '/api/v1'

interface Described {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  security: unknown[]
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

export const readOperations = async (app: FastifyInstance): Promise<Operation[]> => {
  const document: { paths: Record<string, Record<string, Described>> } = (
    await app.inject(`${apiBase}/openapi.json`)
  ).json()
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operationOf(ajv, path, method, described)),
  )
}

const operationOf = (ajv: Ajv2020, path: string, method: string, described: Described): Operation => {
  const body = described.requestBody?.content['application/json']?.schema
  return {
    id: described.operationId,
    method: method.toUpperCase() as Operation['method'],
    path,
    parameters: described.parameters ?? [],
    ...(body ? { body } : {}),
    takes: body ? ajv.compile(body) : () => false,
    secured: described.security.length > 0,
    answers: new Map(
      Object.entries(described.responses).map(([status, { content }]) => {
        const schema = content?.['application/json']?.schema
        return [status, schema && ajv.compile(schema)]
      }),
    ),
  }
}

export interface Sent {
  /** Path parameters are put into the path unchanged: encode them first. */
  params?: Record<string, string>
  /** With its question mark. */
  query?: string
  headers?: Record<string, string>
  /** A value is sent as JSON, text and bytes unchanged. */
  body?: unknown
  remoteAddress?: string
}

export const send = (
  app: FastifyInstance,
  { method, path }: Pick<Operation, 'method' | 'path'>,
  { params = {}, query = '', headers = {}, body, remoteAddress }: Sent,
): Promise<LightMyRequestResponse> => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '1')
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
  const options: InjectOptions = {
    method,
    url: `${apiBase}${filled}${query}`,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { payload: isRaw ? body : JSON.stringify(body) }),
    ...(remoteAddress === undefined ? {} : { remoteAddress }),
  }
  return app.inject(options)
}

/** Words of a stack trace, of the machine or of a database driver, which no answer may contain. */
const innards =
  /\n\s+at |node_modules|\bfile:\/\/|\/server\/\w+|SQLITE_|SqliteError|syntax error at|duplicate key value|violates|\bpg_|kysely/i

/** Tokens and ids are random, and some contain `pG_`. */
const withoutOpaque = (text: string) => text.replaceAll(/[\w-]{16,}/g, (word) => (/\d/.test(word) ? '' : word))

/** @returns the answer's fault by the document, otherwise undefined. */
export const faultOf = (operation: Operation, answer: LightMyRequestResponse): string | undefined => {
  const { statusCode, body } = answer
  if (statusCode >= 500) return `answered ${statusCode}: ${body.slice(0, 300)}`
  if (innards.test(withoutOpaque(body))) return `tells of its innards: ${body.slice(0, 300)}`
  const key = operation.answers.has(String(statusCode)) ? String(statusCode) : `${String(statusCode)[0]}XX`
  if (!operation.answers.has(key)) return `answered ${statusCode}, which is not described`
  const validate = operation.answers.get(key)
  if (!validate) return body === '' ? undefined : `answered ${statusCode} with a body: ${body.slice(0, 300)}`
  if (!validate(JSON.parse(body))) return `${statusCode} is not as described: ${JSON.stringify(validate.errors)}`
  return undefined
}
