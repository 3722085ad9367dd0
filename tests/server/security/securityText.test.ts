import { expect, it } from 'vitest'
import { readConfig } from '../../../server/config'
import { sqlite } from '../../support/databases'
import { startTestServer, testSettings } from '../../support/server'

const path = '/.well-known/security.txt'

it('contains an address for reports of vulnerabilities, for less than a year, and only if one is configured', async () => {
  const securityContact = 'mailto:security@console.example'
  const server = await startTestServer(sqlite.create, { settings: { ...testSettings, securityContact } })
  const answer = await server.app.inject(path)
  await server.close()
  const [contact, expires = '', language, canonical] = answer.body.trim().split('\n')
  expect([answer.headers['content-type'], contact, language, canonical]).toEqual([
    'text/plain; charset=utf-8',
    `Contact: ${securityContact}`,
    'Preferred-Languages: en',
    `Canonical: https://console.example${path}`,
  ])
  const days = (Date.parse(expires.replace('Expires: ', '')) - Date.now()) / 86_400_000
  expect([days > 170, days < 365]).toEqual([true, true])
  const silent = await startTestServer(sqlite.create)
  expect((await silent.app.inject(path)).statusCode).toBe(404)
  await silent.close()
})

it('accepts no contact that would add a line', () => {
  const contact = (SECURITY_CONTACT: string) => () => readConfig({ SECURITY_CONTACT })
  expect(contact('https://console.example/report')).not.toThrow()
  for (const wrong of ['security@console.example', 'http://console.example', 'mailto:a@b.example\nExpires: never']) {
    expect(contact(wrong)).toThrow(/SECURITY_CONTACT/)
  }
})
