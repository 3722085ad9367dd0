import { type Authenticator, createAuthenticator } from './authenticator'

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url')).buffer
const text = (buffer: BufferSource) =>
  Buffer.from(ArrayBuffer.isView(buffer) ? buffer.buffer : buffer).toString('base64url')

const descriptors = (known: PublicKeyCredentialDescriptor[] | undefined) =>
  known?.map(({ id }) => ({ id: text(id), type: 'public-key' as const }))

const credentialOf = (id: string, response: object) => ({
  id,
  rawId: bytes(id),
  type: 'public-key',
  response,
  getClientExtensionResults: () => ({}),
})

/**
 * Gives the page a browser's passkeys, in a software authenticator. The person agrees, except once after `sayNo`.
 * `remove` restores the page.
 */
export const stubDevicePasskeys = (): { device: Authenticator; sayNo: () => void; remove: () => void } => {
  const device = createAuthenticator()
  let refusals = 0
  const ask = () => {
    if (refusals === 0) return
    refusals -= 1
    throw new DOMException('The operation either timed out or was not allowed.', 'NotAllowedError')
  }
  const credentials: Pick<CredentialsContainer, 'create' | 'get'> = {
    create: async ({ publicKey: asked } = {}) => {
      ask()
      if (!asked?.rp.id || asked.authenticatorSelection?.residentKey !== 'required') throw new TypeError('no passkey')
      const made = device.create({
        rp: { id: asked.rp.id, name: asked.rp.name },
        user: { ...asked.user, id: text(asked.user.id) },
        challenge: text(asked.challenge),
        pubKeyCredParams: [],
        timeout: 0,
        excludeCredentials: descriptors(asked.excludeCredentials) ?? [],
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        attestation: 'none',
      })
      const { clientDataJSON, attestationObject, transports } = made.response
      return credentialOf(made.id, {
        clientDataJSON: bytes(clientDataJSON),
        attestationObject: bytes(attestationObject),
        getTransports: () => transports,
      })
    },
    get: async ({ publicKey: asked } = {}) => {
      ask()
      if (!asked?.rpId) throw new TypeError('no passkey')
      const allowed = descriptors(asked.allowCredentials)
      const { id, response } = device.get({
        rpId: asked.rpId,
        challenge: text(asked.challenge),
        timeout: 0,
        userVerification: 'required',
        ...(allowed ? { allowCredentials: allowed } : {}),
      })
      return credentialOf(id, {
        clientDataJSON: bytes(response.clientDataJSON),
        authenticatorData: bytes(response.authenticatorData),
        signature: bytes(response.signature),
        userHandle: bytes(response.userHandle ?? ''),
      })
    },
  }
  Object.defineProperty(globalThis, 'PublicKeyCredential', { configurable: true, value: class {} })
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: credentials })
  return {
    device,
    sayNo: () => {
      refusals += 1
    },
    remove: () => {
      Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
      Reflect.deleteProperty(navigator, 'credentials')
    },
  }
}
