import { describe, expect, it } from 'vitest'
import { createAuthenticator } from '../../support/authenticator'
import { databases } from '../../support/databases'
import { email } from '../../support/passkeys'
import { password, startTestServer, testSettings } from '../../support/server'

describe('the name that passkeys are for', () => {
  const unavailableAt = async (host: string, publicOrigin?: string) => {
    const [{ create }] = databases as [(typeof databases)[0]]
    const { publicOrigin: _, ...settings } = testSettings
    const server = await startTestServer(create, {
      settings: { ...settings, ...(publicOrigin ? { publicOrigin } : {}), hostNames: ['192.0.2.7', 'console.example'] },
    })
    const { token } = await server.operator(email)
    const ask = async (method: 'GET' | 'POST', path: string, payload?: object) =>
      server.app.inject({
        method,
        url: `/api/v1${path}`,
        headers: { host, authorization: `Bearer ${token}` },
        ...(payload ? { payload } : {}),
      })
    const { unavailable } = (await ask('GET', '/auth/passkeys')).json()
    const options = await ask('POST', '/auth/passkeys/options', { current_password: password })
    const rpId = options.statusCode === 201 ? options.json().rp.id : undefined
    await server.close()
    expect(rpId === undefined).toBe(unavailable !== null)
    return unavailable ?? rpId
  }

  it.each([
    ['localhost:3000', undefined, 'localhost'],
    ['127.0.0.1:3000', undefined, 'Passkeys need a host name. Open the console at http://localhost:3000'],
    ['[::1]:3000', 'http://127.0.0.1:3000', 'Passkeys need a host name. Open the console at http://localhost:3000'],
    ['127.0.0.1:3000', 'https://console.example', 'console.example'],
    [
      '192.0.2.7:3000',
      'http://192.0.2.7:3000',
      'Passkeys need a host name. Ask your administrator to set PUBLIC_ORIGIN to a domain name',
    ],
    [
      'console.example',
      'http://console.example',
      'Passkeys need https. Ask your administrator to put TLS in front of this server',
    ],
  ])('is given for %s, or the reason why there is none', async (host, publicOrigin, expected) => {
    expect(await unavailableAt(host, publicOrigin)).toBe(expected)
  })

  it('and the origin are those of localhost, with its port', async () => {
    const [{ create }] = databases as [(typeof databases)[0]]
    const { publicOrigin: _, ...settings } = testSettings
    const server = await startTestServer(create, { settings })
    const { token } = await server.operator(email)
    const ask = async (path: string, payload: object) =>
      server.app.inject({
        method: 'POST',
        url: `/api/v1${path}`,
        headers: { host: 'localhost:4321', authorization: `Bearer ${token}` },
        payload,
      })
    const registered = async (origin: string) => {
      const options = (await ask('/auth/passkeys/options', { current_password: password })).json()
      const credential = createAuthenticator({ origin }).create(options)
      return (await ask('/auth/passkeys', { label: origin, credential })).statusCode
    }
    expect([await registered('http://localhost:4322'), await registered('http://localhost:4321')]).toEqual([422, 201])
    await server.close()
  })
})
