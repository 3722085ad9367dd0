// A hostile operator as a process of its own, for torture:neighbour. Arguments: the server's address, and how many
// replies its batch has. Says `ready` once it has signed up, connected its media agents and stored characters up to what
// it may, then does everything at once until it is ended.
import { randomBytes } from 'node:crypto'
import type { Role } from '../../src/schemas/roles'
import { hugePost } from './hugePost'
import { signUp, targetId } from './operator'

const [url = '', batch = '48'] = process.argv.slice(2)
const accounts = Number(batch)

/** Nothing that a compressor makes smaller. */
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

/** Bodies that are dear to read, from somebody without a session. */
const raw = (path: string, body: string) =>
  fetch(`${url}/api/v1${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(
    (answer) => answer.arrayBuffer(),
    () => undefined,
  )
const unknownKeys = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, key) => [`unknown${key}`, 1])))
const [manyKeys, asManyAsRead] = [unknownKeys(60_000), unknownKeys(8_000)]
const largeLogin = JSON.stringify({ email: 'a@example.com', password: noise(1000) })
const [large, tooLarge] = [role(62), role(380)]

let guesses = 0
const attacks: (() => Promise<unknown>)[] = [
  ...Array.from({ length: 12 }, () => () => operator.attempt('GET', '/ai-roles?skip=0&limit=100')),
  ...Array.from({ length: 4 }, () => () => operator.attempt('POST', '/ai-roles', large)),
  ...Array.from({ length: 2 }, () => () => operator.attempt('POST', '/ai-roles', tooLarge)),
  () => operator.attempt('PUT', `/ai-roles/${ready.id}`, role(1, 'sandbox-mini')),
  () => operator.attempt('GET', '/twitter/accounts'),
  () => operator.attempt('GET', '/tasks/?limit=100'),
  () => operator.attempt('GET', '/audit?limit=100&search=nothing'),
  () => operator.attempt('POST', '/groups', JSON.parse(manyKeys)),
  () => operator.attempt('POST', '/groups', JSON.parse(asManyAsRead)),
  () => operator.attempt('POST', '/twitter/tweet/generate-reply', { tweet_id: targetId, role_id: ready.id, count: 50 }),
  ...Array.from(
    { length: 2 },
    () => () =>
      operator.attempt('POST', '/twitter/tweet/generate-reply', { tweet_id: targetId, role_id: huge.id, count: 1 }),
  ),
  () => operator.attempt('POST', '/twitter/tweet/content', { tweet_url: `https://x.com/i/status/${hugePost}` }),
  () => operator.attempt('POST', `/twitter/accounts/${operator.accounts[0]?.id}/verify`),
  () => raw('/auth/login', largeLogin),
  () => raw('/auth/login', manyKeys),
  () => {
    guesses += 1
    return raw('/auth/login', JSON.stringify({ email: `guess${guesses}@example.com`, password: 'a guess' }))
  },
  () => fetch(`${url}/api/v1/sandbox/accounts.csv?count=10000`).then((answer) => answer.arrayBuffer()),
]

operator.sendBatch(replies)
for (const attack of attacks) {
  const forever = async (): Promise<never> => {
    for (;;) await attack().catch(() => undefined)
  }
  forever()
}
