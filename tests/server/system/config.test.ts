import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../server/config'

it('listens on 127.0.0.1:3000 and keeps its data in ./data by default', () => {
  const { HOST, PORT, DATA_DIR, SIGN_UP } = readConfig({ PORT: '', HOST: '' })
  expect({ HOST, PORT, DATA_DIR, SIGN_UP }).toEqual({
    HOST: '127.0.0.1',
    PORT: 3000,
    DATA_DIR: './data',
    SIGN_UP: undefined,
  })
  const exposed = { HOST: '0.0.0.0', PUBLIC_ORIGIN: 'https://console.example' }
  expect(readConfig({ PORT: '8080', SIGN_UP: 'closed', ...exposed })).toMatchObject({
    ...exposed,
    PORT: 8080,
    SIGN_UP: 'closed',
  })
})

it('listens beyond loopback only behind TLS and with sign-up closed, unless the danger is named', () => {
  const beyond = (env: Record<string, string>) => readConfig({ HOST: '192.0.2.7', ...env }).HOST
  const named = { PUBLIC_ORIGIN: 'https://console.example' }
  const plain = { PUBLIC_ORIGIN: 'http://console.example' }
  expect(() => beyond({})).toThrow(/can be reached by others: set PUBLIC_ORIGIN/)
  for (const HOST of ['127.evil.test', '127.1', '127.0.0.1.evil.test']) {
    expect(() => beyond({ HOST })).toThrow(/can be reached by others: set PUBLIC_ORIGIN/)
  }
  expect(() => beyond(plain)).toThrow(/without TLS: .+ ALLOW_UNSAFE=no-tls$/)
  expect(() => beyond({ ...plain, HOST: '127.0.0.1' })).toThrow(/without TLS: .+ ALLOW_UNSAFE=no-tls$/)
  expect(() => beyond({ PUBLIC_ORIGIN: 'http://localhost' })).toThrow(/without TLS/)
  expect(() => beyond({ ...named, SIGN_UP: 'open' })).toThrow(/anybody sign up: set ALLOW_UNSAFE=open-sign-up/)
  expect(() => beyond({ ...plain, SIGN_UP: 'open', ALLOW_UNSAFE: 'no-tls' })).toThrow(/anybody sign up/)
  expect(() => beyond({ ...named, ALLOW_UNSAFE: 'everything' })).toThrow(/^Configuration: ALLOW_UNSAFE/)
  expect([
    beyond(named),
    beyond({ ...plain, ALLOW_UNSAFE: 'no-tls' }),
    beyond({ ...plain, SIGN_UP: 'open', ALLOW_UNSAFE: 'no-tls,open-sign-up' }),
    ...['127.0.0.2', '::1', 'localhost'].map((HOST) =>
      beyond({ HOST, SIGN_UP: 'open', PUBLIC_ORIGIN: 'http://[::1]:3000' }),
    ),
  ]).toEqual(['192.0.2.7', '192.0.2.7', '192.0.2.7', '127.0.0.2', '::1', 'localhost'])
})

it('shows its metrics beyond loopback only with a token', () => {
  const token = 'sixteen-letters!'
  expect(readConfig({ METRICS_PORT: '9464' })).toMatchObject({ METRICS_PORT: 9464, METRICS_HOST: '127.0.0.1' })
  expect(() => readConfig({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' })).toThrow(/set METRICS_TOKEN$/)
  expect(() => readConfig({ METRICS_TOKEN: token.slice(1) })).toThrow(/METRICS_TOKEN: must have 16 characters/)
  const shown = { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0', METRICS_TOKEN: token }
  expect(readConfig(shown)).toMatchObject({ ...shown, METRICS_PORT: 9464 })
})

it('takes X, the model provider and the database from the environment, and takes none for granted', () => {
  const real = {
    X_API_BASE_URL: 'https://api.x.com',
    OPENAI_BASE_URL: 'https://api.openai.com/v1',
    OPENAI_API_KEY: 'sk-live',
    DATABASE_URL: 'postgresql://db.example/replies',
    CREDENTIALS_KEY: 'a key',
  }
  expect(readConfig(real)).toMatchObject(real)
  for (const name of Object.keys(real)) expect(readConfig({})).not.toHaveProperty(name)
})

it('accepts headers for the model provider as JSON, and nothing else', () => {
  const OPENAI_HEADERS = { 'HTTP-Referer': 'https://console.example', 'X-Title': 'Replies' }
  expect(readConfig({ OPENAI_HEADERS: JSON.stringify(OPENAI_HEADERS) })).toMatchObject({ OPENAI_HEADERS })
  for (const text of ['x-title: Replies', '[]', '{"a b": "c"}', '{"a": 1}', '{"a": "b\\r\\nc: d"}']) {
    expect(() => readConfig({ OPENAI_HEADERS: text })).toThrow(/^Configuration: OPENAI_HEADERS/)
  }
})

it('accepts an origin for a console elsewhere, and nothing else', () => {
  expect(readConfig({ CORS_ORIGIN: 'https://console.example:8443' })).toMatchObject({
    CORS_ORIGIN: 'https://console.example:8443',
  })
  for (const CORS_ORIGIN of [
    'https://console.example/',
    'https://console.example/app',
    'console.example',
    '*',
    'null',
  ]) {
    expect(() => readConfig({ CORS_ORIGIN })).toThrow(/^Configuration: CORS_ORIGIN: /)
  }
})

it('trusts no proxy, one, or as many as configured', () => {
  const trusted = (TRUST_PROXY?: string) => readConfig({ TRUST_PROXY }).TRUST_PROXY
  expect([undefined, 'off', 'false', '0', 'on', 'true', '1', '2'].map(trusted)).toEqual([0, 0, 0, 0, 1, 1, 1, 2])
  expect(() => trusted('10.0.0.1')).toThrow(/^Configuration: TRUST_PROXY: /)
})

it('accepts the address of posts with or without a trailing slash', () => {
  const taken = (X_POST_BASE_URL: string) => readConfig({ X_POST_BASE_URL }).X_POST_BASE_URL
  expect([taken('https://x.com/'), taken('https://x.com')]).toEqual(['https://x.com', 'https://x.com'])
})

const secrets = ['X_BEARER_TOKEN', 'OPENAI_API_KEY', 'X_CLIENT_ID', 'X_CLIENT_SECRET', 'METRICS_TOKEN'] as const

describe.each(secrets)('%s', (name) => {
  const others = Object.fromEntries(secrets.map((each) => [each, 'sk-another-of-them']))
  const read = (value: string) => readConfig({ ...others, [name]: value })[name]

  it.each([
    ' \tsk-one-of-a-kind\r\n',
    '"sk-one-of-a-kind"',
    '\u201csk-one-of-a-kind\u201d,',
    'sk-one\u200b-of-a-kind\ufeff',
    `${name}=sk-one-of-a-kind`,
    `export ${name}='sk-one-of-a-kind'`,
  ])('ignores characters around it: %j', (written) => {
    expect(read(written)).toBe('sk-one-of-a-kind')
  })

  it.each([
    ['sk-one of-a-kind', 'contains a blank after character 6'],
    ['sk-one\nsk-another-one', 'contains a line break after character 6'],
    ['sk-one\u2013of-a-kind', 'contains the character \u201c\u2013\u201d (U+2013) after character 6'],
    ['sk-one\u0000of-a-kind', 'contains the character U+0000 after character 6'],
    ['\u0430k-one-of-a-kind', 'begins with the character \u201c\u0430\u201d (U+0430)'],
    ['""', 'contains no key'],
  ])('with %j is refused by its name, without its value', (written, why) => {
    expect(() => read(written)).toThrow(`Configuration: ${name}: ${why}`)
    expect(() => read(written)).not.toThrow(/sk-/)
  })
})

it('ignores spaces and line breaks around a value', () => {
  expect(readConfig({ DATA_DIR: ' ./there \n' }).DATA_DIR).toBe('./there')
  expect(readConfig({ OPENAI_API_KEY: ' \n' }).OPENAI_API_KEY).toBeUndefined()
})
