import { expect, it } from 'vitest'
import { keysIn } from '../../src/schemas/gate/keyBlock'
import { fieldNamed, keyFields } from '../../src/schemas/gate/keys'

const six = {
  client_id: 'c-id',
  client_secret: 'c-secret',
  api_key: 'a-key',
  api_secret: 'a-secret',
  access_token: '12-token',
  access_token_secret: 't-secret',
}

it('reads an environment file, whatever the prefix of its names', () => {
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

it('reads JSON with either spelling of the names', () => {
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

it.each([
  ['username', ['Username', 'handle', 'screen_name', 'X account']],
  ['client_id', ['clientId', 'OAUTH2_CLIENT_ID', 'OAuth Client ID', 'OAuth 2.0 Client ID']],
  ['client_secret', ['CLIENT_SECRET', 'oauth2_client_secret', 'oauthClientSecret', 'OAuth 2.0 Client Secret']],
  ['api_key', ['apiKey', 'Consumer Key', 'app_key', 'consumer_api_key', 'twitter.apiKey', 'X_API_KEY']],
  [
    'api_secret',
    ['api_secret', 'API Key Secret', 'apiSecretKey', 'consumer-secret', 'CONSUMER_KEY_SECRET', 'app secret'],
  ],
  ['access_token', ['Access Token', 'oauth_token', 'access_key', 'token']],
  ['access_token_secret', ['ACCESS_TOKEN_SECRET', 'accessSecret', 'oauth_token_secret', 'token secret']],
  ['group', ['Group', 'group name']],
] as const)('knows %s by each of its names', (field, names) => {
  expect(names.map(fieldNamed)).toEqual(names.map(() => field))
})

it.each(['', 'x', 'bearer_token', 'api', 'my_api_key', 'api_key_2', 'exportapikey'])('knows no field by %j', (name) => {
  expect(fieldNamed(name)).toBeUndefined()
})

it('returns the fields in the order of the form', () => {
  expect(keyFields).toEqual([
    ...['username', 'client_id', 'client_secret', 'api_key', 'api_secret', 'access_token', 'access_token_secret'],
    'group',
  ])
})

it.each([
  ['API_KEY="a"', 'a'],
  ["API_KEY='a'", 'a'],
  [`API_KEY="a'`, 'a'],
  ['API_KEY=a,', 'a'],
  ['API_KEY=a;', 'a'],
  ['API_KEY=a,b', 'a,b'],
  ['"API_KEY": " a ",', 'a'],
  ['  export   API_KEY = a  ', 'a'],
  ['other=1\napi_key: a\nrest', 'a'],
  ['api_key: a\napi_key: b', 'b'],
  ['api_key: a\napi_key:', 'a'],
  ['API Key\n\n“a”\nAPI Key Secret', 'a'],
  ['{“api_key”: “a”, “bearer_token”: “b”}', 'a'],
  ['{"app": {"api_key": "a"}}', 'a'],
  ["{apiKey: 'a', note: 'b'}", 'a'],
  ['API Key：ａ', 'a'],
])('reads the value of %j without surrounding characters', (block, value) => {
  expect(keysIn(block)).toEqual({ api_key: value })
})
