import { expect, it } from 'vitest'
import { readConfig } from '../../server/config'

it('listens on 127.0.0.1:3000 and keeps its data in ./data, with sign-up open, unless told otherwise', () => {
  const { HOST, PORT, DATA_DIR, SIGN_UP } = readConfig({ PORT: '', HOST: '' })
  expect({ HOST, PORT, DATA_DIR, SIGN_UP }).toEqual({
    HOST: '127.0.0.1',
    PORT: 3000,
    DATA_DIR: './data',
    SIGN_UP: 'open',
  })
  expect(readConfig({ PORT: '8080', HOST: '0.0.0.0', SIGN_UP: 'closed' })).toMatchObject({
    HOST: '0.0.0.0',
    PORT: 8080,
    SIGN_UP: 'closed',
  })
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

it('takes headers for the model provider as JSON, and nothing that is no header', () => {
  const OPENAI_HEADERS = { 'HTTP-Referer': 'https://console.example', 'X-Title': 'Replies' }
  expect(readConfig({ OPENAI_HEADERS: JSON.stringify(OPENAI_HEADERS) })).toMatchObject({ OPENAI_HEADERS })
  for (const text of ['x-title: Replies', '[]', '{"a b": "c"}', '{"a": 1}', '{"a": "b\\r\\nc: d"}']) {
    expect(() => readConfig({ OPENAI_HEADERS: text })).toThrow(/^Configuration: OPENAI_HEADERS/)
  }
})

it('takes an origin for the console elsewhere, and nothing but an origin', () => {
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

it('trusts no proxy, one, or as many as are named', () => {
  const trusted = (TRUST_PROXY?: string) => readConfig({ TRUST_PROXY }).TRUST_PROXY
  expect([undefined, 'off', 'false', '0', 'on', 'true', '1', '2'].map(trusted)).toEqual([0, 0, 0, 0, 1, 1, 1, 2])
  expect(() => trusted('10.0.0.1')).toThrow(/^Configuration: TRUST_PROXY: /)
})

it('takes the address of posts with a slash at its end or without', () => {
  const taken = (X_POST_BASE_URL: string) => readConfig({ X_POST_BASE_URL }).X_POST_BASE_URL
  expect([taken('https://x.com/'), taken('https://x.com')]).toEqual(['https://x.com', 'https://x.com'])
})
