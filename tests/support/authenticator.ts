import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import type { CreationOptions, PasskeyAttestation } from '../../src/schemas/security/passkeys'
import type { PasskeyAssertion, RequestOptions } from '../../src/schemas/session/passkeySignIn'

interface Held {
  rpId: string
  credentialId: Buffer
  userHandle: string
  key: KeyObject
  counter: number
}

interface Behaviour {
  origin?: string
  /** True if it verifies the user, by PIN or finger. */
  verifies?: boolean
  /** Whether it counts its signatures; synced passkeys do not. */
  counts?: boolean
  synced?: boolean
  /** The attestation that it adds without a request. */
  attestation?: { fmt: string; attStmt: Map<unknown, unknown> }
}

/** Flags of authenticator data (w3.org/TR/webauthn-3, section 6.1). */
const flag = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 }

/** An authenticator in software: it keeps P-256 keys, counts and signs as the specification requires. */
export const createAuthenticator = (behaviour: Behaviour = {}) => {
  const settings = { origin: 'https://console.example', verifies: true, counts: true, synced: false, ...behaviour }
  const held: Held[] = []

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: settings.origin, crossOrigin: false }))

  const authenticatorData = (rpId: string, counter: number, attested?: Buffer) => {
    const backup = settings.synced ? flag.backupEligible | flag.backedUp : 0
    const flags = flag.present | (settings.verifies ? flag.verified : 0) | backup | (attested ? flag.attested : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, ...(attested ? [attested] : [])])
  }

  return {
    settings,
    held,
    /** @throws Error if it holds a key that must be excluded. */
    create(options: CreationOptions): PasskeyAttestation {
      if (options.excludeCredentials.some(({ id }) => held.some(({ credentialId }) => encode(credentialId) === id))) {
        throw Object.assign(new Error('The authenticator was previously registered'), { name: 'InvalidStateError' })
      }
      const { publicKey, privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const credentialId = randomBytes(32)
      held.push({ rpId: options.rp.id, credentialId, userHandle: options.user.id, key, counter: 0 })
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, cbor(coseKey(publicKey))])
      const { fmt, attStmt } = settings.attestation ?? { fmt: 'none', attStmt: new Map() }
      const attestationObject = cbor(
        new Map<unknown, unknown>([
          ['fmt', fmt],
          ['attStmt', attStmt],
          ['authData', authenticatorData(options.rp.id, 0, attested)],
        ]),
      )
      return {
        id: encode(credentialId),
        rawId: encode(credentialId),
        type: 'public-key',
        response: {
          clientDataJSON: encode(clientData('webauthn.create', options.challenge)),
          attestationObject: encode(attestationObject),
          transports: ['internal', 'hybrid'],
        },
      }
    },
    /**
     * Uses the newest key that the options allow.
     *
     * @throws Error if it holds none of them.
     */
    get({ rpId, challenge, allowCredentials }: RequestOptions): PasskeyAssertion {
      const found = held.findLast(
        (each) =>
          each.rpId === rpId &&
          (allowCredentials === undefined || allowCredentials.some(({ id }) => id === encode(each.credentialId))),
      )
      if (!found) throw Object.assign(new Error('Not allowed'), { name: 'NotAllowedError' })
      if (settings.counts) found.counter += 1
      const data = authenticatorData(rpId, found.counter)
      const said = clientData('webauthn.get', challenge)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(said)]))
        .sign(found.key)
      return {
        id: encode(found.credentialId),
        rawId: encode(found.credentialId),
        type: 'public-key',
        response: {
          clientDataJSON: encode(said),
          authenticatorData: encode(data),
          signature: encode(signature),
          userHandle: found.userHandle,
        },
      }
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>

const encode = (bytes: Buffer) => bytes.toString('base64url')
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()

/** An EC2 key of ES256 (RFC 9053, sections 2.1 and 7.1.1). */
const coseKey = (key: KeyObject) => {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return new Map<unknown, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
}

/** The part of CBOR that WebAuthn needs (RFC 8949, section 3): integers, bytes, text, lists and maps. */
const cbor = (value: unknown): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  if (value instanceof Map) return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)])
  throw new Error(`no CBOR for ${typeof value}`)
}

const head = (major: number, size: number): Buffer => {
  if (size < 24) return Buffer.from([(major << 5) | size])
  if (size < 256) return Buffer.from([(major << 5) | 24, size])
  return Buffer.from([(major << 5) | 25, size >> 8, size & 0xff])
}
