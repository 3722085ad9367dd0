import { expect, it } from 'vitest'
import { keysIn } from '../../src/schemas/keyBlock'

const six = {
  client_id: 'c-id',
  client_secret: 'c-secret',
  api_key: 'a-key',
  api_secret: 'a-secret',
  access_token: '12-token',
  access_token_secret: 't-secret',
}

it('reads an environment file, whatever its names begin with', () => {
  const block = `# keys of the app
export X_CLIENT_ID="c-id"
X_CLIENT_SECRET='c-secret'
TWITTER_API_KEY=a-key
TWITTER_API_KEY_SECRET=a-secret
ACCESS_TOKEN = 12-token
ACCESS_TOKEN_SECRET=t-secret`
  expect(keysIn(block)).toEqual(six)
})

it('reads the labels of X, and a value with an equals sign', () => {
  expect(keysIn('API Key: a-key\r\nAPI Key Secret: a=secret==\nAccess Token\t12-token\nBearer Token: nothing')).toEqual(
    {
      api_key: 'a-key',
      api_secret: 'a=secret==',
      access_token: '12-token',
    },
  )
})

it('reads JSON in either way of writing names', () => {
  expect(
    keysIn('{"consumerKey": "a-key", "consumer_secret": "a-secret", "accessToken": 5, "username": "@ida"}'),
  ).toEqual({
    api_key: 'a-key',
    api_secret: 'a-secret',
    username: '@ida',
  })
})

it.each(['', '{', '{"api_key": ', 'hello', '=x', '[]', 'null', 'API_KEY='])('finds nothing in %j', (block) => {
  expect(keysIn(block)).toEqual({})
})
