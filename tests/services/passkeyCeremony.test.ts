import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RequestOptions } from '../../src/schemas/passkeySignIn'
import { createPasskey, getPasskey } from '../../src/services/passkeyCeremony'
import { creation } from '../machines/operatorModels'
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
const notUsed = 'No passkey was used: it was cancelled, or none of this server is here. Try again'
const unable = 'This device cannot keep a passkey behind a PIN, fingerprint or face. Use another one'

let browser: ReturnType<typeof stubDevicePasskeys>
beforeEach(() => {
  browser = stubDevicePasskeys()
})
afterEach(() => {
  vi.restoreAllMocks()
  browser.remove()
})

describe('a passkey', () => {
  it('is made and used by the device, and nothing is passed on but what the server reads', async () => {
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
    ['InvalidStateError', 'This device has one of your passkeys already'],
    ['ConstraintError', unable],
    ['NotSupportedError', unable],
    ['UnknownError', 'This device could not do it. Try again, or use another one'],
    ['TypeError', 'This device could not do it. Try again, or use another one'],
  ])('that is not made says why, for %s', async (name, detail) => {
    vi.spyOn(navigator.credentials, 'create').mockRejectedValue(new DOMException('', name))
    await expect(createPasskey(options, going)).rejects.toMatchObject({ detail })
  })

  it('that is for another name says for which', async () => {
    vi.spyOn(navigator.credentials, 'get').mockRejectedValue(new DOMException('', 'SecurityError'))
    await expect(getPasskey({ ...request, rpId: 'console.example' }, going)).rejects.toMatchObject({
      detail: 'Passkeys of this server work at console.example alone. Open the console there',
    })
  })

  it('that nobody answers for says that the time is over', async () => {
    browser.sayNo()
    await expect(getPasskey({ ...request, timeout: 0 }, going)).rejects.toMatchObject({
      detail: 'Nobody answered in time. Try again',
    })
  })

  it('is not requested in a browser without it', async () => {
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
    await expect(getPasskey(request, going)).rejects.toMatchObject({
      detail: 'This browser has no passkeys. Use another one',
    })
  })

  it('is no longer asked for once it is given up: the browser closes its dialog', async () => {
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
