import { StateMachine } from 'xstate'
import { inner } from './actorsOf'

export const hidden = '[redacted]'

const secretName =
  /password|secret|authorization|challenge|credential|assertion|attestation|signature|clientDataJSON|authenticatorData|userHandle|token$|api_?key|consumer_key|client_id|^(recovery_?)?codes?$/i
const secretText = /^otpauth:|[?#&](code|state|token|oauth_\w+|code_challenge)=/

const known = new Map<string, boolean>()
const isSecretName = (name: string): boolean => {
  const seen = known.get(name) ?? secretName.test(name)
  known.set(name, seen)
  return seen
}

const made = new WeakMap<object, unknown>()

/**
 * Secrets are recognized by their names. Actors become `{ $actor: session id }`, machines `{ $machine: id }`, functions
 * `{ $function: name }`, files their names and bytes, errors `{ $error: name, message }`. Objects are immutable: known
 * ones are not read again, and unchanged ones are returned themselves.
 */
export const withoutSecrets = (value: unknown): unknown => safe(value, '')

const safe = (value: unknown, name: string): unknown => {
  if (typeof value === 'string') return (value !== '' && isSecretName(name)) || secretText.test(value) ? hidden : value
  if (typeof value === 'function') return { $function: value.name }
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (isSecretName(name)) return Array.isArray(value) ? value.map((each) => safe(each, name)) : hidden
  const before = made.get(value)
  if (before !== undefined) return before
  made.set(value, { $circle: true })
  const plain = plainOf(value)
  made.set(value, plain)
  return plain
}

const plainOf = (value: object): unknown => {
  if (Array.isArray(value)) {
    return unlessSame(
      value,
      value.map((each) => safe(each, '')),
    )
  }
  if (value instanceof StateMachine) return { $machine: value.id }
  const session = inner(value, 'sessionId')
  if (typeof session === 'string' && 'getSnapshot' in value) return { $actor: session }
  if (value instanceof Error) return { $error: value.name, message: value.message, ...fieldsOf({ ...value }) }
  if (value instanceof Blob) return { file: value instanceof File ? value.name : '', bytes: value.size }
  if (value instanceof Map || value instanceof Set) return [...value].map((each) => safe(each, ''))
  if (value instanceof Date) return value.toJSON()
  return fieldsOf(value)
}

const fieldsOf = (value: object): object => fieldsBy(value, safe)

const fieldsBy = (value: object, of: (each: unknown, name: string) => unknown): object => {
  const fields = Object.entries(value)
  const redacted = fields.map(([name, each]) => of(each, name))
  const isPlain = Object.getPrototypeOf(value) === Object.prototype
  if (isPlain && fields.every(([, each], index) => each === redacted[index])) return value
  return Object.fromEntries(fields.map(([name], index) => [name, redacted[index]]))
}

const unlessSame = (items: unknown[], redacted: unknown[]): unknown[] =>
  redacted.length === items.length && redacted.every((each, index) => each === items[index]) ? items : redacted

const mostItems = 50

const cut = new WeakMap<object, unknown>()

const shorter = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const before = cut.get(value)
  if (before !== undefined) return before
  const short = Array.isArray(value) ? firstItems(value) : definedFields(value)
  cut.set(value, short)
  return short
}

const firstItems = (items: unknown[]): unknown[] => {
  const first = items.slice(0, mostItems).map(shorter)
  return items.length > mostItems ? [...first, `[${items.length - mostItems} more]`] : unlessSame(items, first)
}

const definedFields = (value: object): object => {
  const fields = Object.entries(value)
  const defined = fields.filter(([, each]) => each !== undefined)
  return fieldsBy(defined.length === fields.length ? value : Object.fromEntries(defined), shorter)
}

/**
 * `withoutSecrets` with long lists cut, because an import's snapshots contain all rows. Equal objects stay the same
 * object.
 */
export const redact = <T extends object>(value: T): T => shorter(withoutSecrets(value)) as T
