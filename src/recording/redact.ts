import { credentialNames } from '../schemas/accounts'

const secretNames = new Set<string>([
  ...credentialNames,
  ...['password', 'current_password', 'new_password', 'token', 'Authorization'],
  ...['secret', 'code', 'codes', 'recovery_codes', 'challenge', 'credential'],
  ...['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'],
])
const itemsKept = 50

const readable = (name: string, value: unknown): unknown => {
  if (secretNames.has(name) && value !== undefined) return '[redacted]'
  if (typeof value === 'string' && value.startsWith('otpauth:')) return '[redacted]'
  if (value instanceof File) return { file: value.name, bytes: value.size }
  if (value instanceof Error) return { ...value, name: value.name, message: value.message }
  if (Array.isArray(value) && value.length > itemsKept) {
    return [...value.slice(0, itemsKept), `[${value.length - itemsKept} more]`]
  }
  return value
}

/**
 * A JSON copy without secrets: whatever stands under the name of a password, a token, a credential, a code of a second
 * factor or what a passkey signs is replaced. Long lists are cut, because an import's rows are copied with every one of
 * its snapshots.
 */
export const redact = <T>(value: T): T => (value === undefined ? value : JSON.parse(JSON.stringify(value, readable)))
