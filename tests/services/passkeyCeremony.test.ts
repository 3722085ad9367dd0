import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RequestOptions } from '../../src/schemas/session/passkeySignIn'
import { createPasskey, getPasskey } from '../../src/services/passkeyCeremony'
import { creation } from '../machines/security/operatorModels'
import { stubDevicePasskeys } from '../support/devicePasskeys'

const going = new AbortController().signal
const request: RequestOptions = {
  challenge: 'askedfor',
  timeout: 60_000,
  rpId: 'localhost',
  userVerification: 'required',
}
const user = { ...creation.user, id: 'handles8' }
const options = { ...creation, user, rp: { id: 'localhost', name: 'Console' }, timeout: 60_000 }
const notUsed =
  'No passkey was used: the request was cancelled, or this device has no passkey for this server. Try again'
const unable = 'This device cannot protect a passkey with a PIN, fingerprint or face. Use another device'

let browser: ReturnType<typeof stubDevicePasskeys>
beforeEach(() => {
  browser = stubDevicePasskeys()
})
afterEach(() => {
  vi.restoreAllMocks()
  browser.remove()
})

describe('a passkey', () => {
  it('is created and used by the device, and only the fields that the server reads are sent', async () => {
    const made = await createPasskey(options, going)
    const [held] = browser.device.held
    const id = held?.credentialId.toString('base64url')
    expect(made).toEqual({
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: expect.stringMatching(/^[\w-]+$/),
        attestationObject: expect.stringMatching(/^[\w-]+$/),
        transports: ['internal', 'hybrid'],
      },
    })
    expect(await getPasskey(request, going)).toEqual({
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: expect.stringMatching(/^[\w-]+$/),
        authenticatorData: expect.stringMatching(/^[\w-]+$/),
        signature: expect.stringMatching(/^[\w-]+$/),
        userHandle: user.id,
      },
    })
  })

  it.each([
    ['NotAllowedError', notUsed],
    ['AbortError', notUsed],
    ['InvalidStateError', 'This device already has one of your passkeys'],
    ['ConstraintError', unable],
    ['NotSupportedError', unable],
    ['UnknownError', 'The device reported an error. Try again, or use another device'],
    ['TypeError', 'The device reported an error. Try again, or use another device'],
  ])('that could not be created has a reason, for %s', async (name, detail) => {
    vi.spyOn(navigator.credentials, 'create').mockRejectedValue(new DOMException('', name))
    await expect(createPasskey(options, going)).rejects.toMatchObject({ detail })
  })

  it('that is for another host name names that host', async () => {
    vi.spyOn(navigator.credentials, 'get').mockRejectedValue(new DOMException('', 'SecurityError'))
    await expect(getPasskey({ ...request, rpId: 'console.example' }, going)).rejects.toMatchObject({
      detail: 'Passkeys of this server work only at console.example. Open the console there',
    })
  })

  it('that nobody answers reports that the time is over', async () => {
    browser.sayNo()
    await expect(getPasskey({ ...request, timeout: 0 }, going)).rejects.toMatchObject({
      detail: 'The request timed out. Try again',
    })
  })

  it('is not requested in a browser without it', async () => {
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
    await expect(getPasskey(request, going)).rejects.toMatchObject({
      detail: 'This browser does not support passkeys. Use another browser',
    })
  })

  it('is cancelled when the operator gives up: the browser closes its dialog', async () => {
    const giving = new AbortController()
    let asked: AbortSignal | undefined
    vi.spyOn(navigator.credentials, 'get').mockImplementation(
      ({ signal } = {}) =>
        new Promise((_, reject) => {
          asked = signal
          signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
        }),
    )
    const ceremony = getPasskey(request, giving.signal)
    giving.abort()
    await expect(ceremony).rejects.toMatchObject({ detail: notUsed })
    expect(asked?.aborted).toBe(true)
    await expect(getPasskey(request, giving.signal)).rejects.toThrow()
  })
})
