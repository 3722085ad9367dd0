// A hostile operator as a process of its own, for torture:neighbour. Arguments: the server's address, and the size of
// its batch. Prints `ready` once it has signed up and stored as much as it may, then does everything at once until it
// is ended.
import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { OwnRole as Role } from '../../src/schemas/characters/roles'
import { hugePost } from './hugePost'
import { signUp, targetId } from './operator'

const [url = '', batch = '48'] = process.argv.slice(2)
const accounts = Number(batch)

/** Random text cannot be compressed. */
const noise = (kilobytes: number): string => randomBytes(kilobytes * 768).toString('base64')

const role = (kilobytes: number, model = 'm') => ({
  name: 'Large',
  model_name: model,
  category: 'c',
  system_prompt: 's',
  background_story: 'b',
  version: '1',
  language: 'en',
  knowledge_base: { text: noise(kilobytes) },
  example_conversations: { text: noise(kilobytes) },
})

const operator = await signUp(() => url, accounts, 'hostile')
const replies = await operator.makeReplies(accounts)
const huge = await operator.call<Role>('POST', '/ai-roles', role(1, 'huge'))
const ready = await operator.call<Role>('POST', '/ai-roles', role(1, 'sandbox-mini'))
let stored = await operator.attempt('POST', '/ai-roles', role(62))
while (stored?.status === 201) stored = await operator.attempt('POST', '/ai-roles', role(62))
console.log('ready: http://hostile')
await new Promise((resolve) => process.stdin.once('data', resolve))

const agent = new Agent({ keepAlive: true })

/** Sends a prepared body and discards the answer, so that the cost is the server's. */
const send = (method: string, path: string, body?: string, token?: string) =>
  new Promise<void>((resolve) => {
    const headers = {
      'accept-encoding': 'gzip',
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    }
    const call = request(`${url}/api/v1${path}`, { method, agent, headers, timeout: 20_000 }, (answer) => {
      answer.once('close', resolve).resume()
    })
    call.once('timeout', () => call.destroy()).once('error', () => resolve())
    call.end(body)
  })
const ask = (method: string, path: string, body?: unknown) => {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  return () => send(method, path, text, operator.token)
}
const times = (count: number, attack: () => Promise<void>) => Array.from({ length: count }, () => attack)

const unknownKeys = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, key) => [`unknown${key}`, 1])))
const [manyKeys, asManyAsRead] = [unknownKeys(60_000), unknownKeys(8_000)]
const largeLogin = JSON.stringify({ email: 'a@example.com', password: noise(1000) })
const write = (role_id: number, count: number) =>
  ask('POST', '/twitter/tweet/generate-reply', { tweet_id: targetId, role_id, count })

let guesses = 0
const attacks = [
  ...times(12, ask('GET', '/ai-roles?skip=0&limit=100')),
  ...times(4, ask('POST', '/ai-roles', role(62))),
  ...times(2, ask('POST', '/ai-roles', role(380))),
  ask('PUT', `/ai-roles/${ready.id}`, role(1, 'sandbox-mini')),
  ask('GET', '/twitter/accounts'),
  ask('GET', '/tasks/?limit=100'),
  ask('GET', '/audit?limit=100&search=nothing'),
  ask('POST', '/groups', manyKeys),
  ask('POST', '/groups', asManyAsRead),
  write(ready.id, 50),
  ...times(2, write(huge.id, 1)),
  ask('POST', '/twitter/tweet/content', { tweet_url: `https://x.com/i/status/${hugePost}` }),
  ask('POST', `/twitter/accounts/${operator.accounts[0]?.id}/verify`),
  // These bodies are expensive to read and come without a session.
  () => send('POST', '/auth/login', largeLogin),
  () => send('POST', '/auth/login', manyKeys),
  () => {
    guesses += 1
    return send('POST', '/auth/login', JSON.stringify({ email: `guess${guesses}@example.com`, password: 'a guess' }))
  },
  () => send('GET', '/sandbox/accounts.csv?count=10000'),
]

operator.sendBatch(replies)
for (const attack of attacks) {
  const forever = async (): Promise<never> => {
    for (;;) await attack()
  }
  forever()
}
