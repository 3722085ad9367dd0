// A hostile operator as a process of its own, for torture:neighbour. Arguments: the server's address, and how many
// replies its batch has. Says `ready` once
// it has signed up and connected its media agents, then does everything at once until it is ended.
import { signUp } from './operator'

const [url = '', batch = '48'] = process.argv.slice(2)
const accounts = Number(batch)
const kilobyte = 'k'.repeat(1024)

const operator = await signUp(() => url, accounts, 'hostile')
const replies = await operator.makeReplies(accounts)
console.log('ready: http://hostile')
await new Promise((resolve) => process.stdin.once('data', resolve))

const role = (kilobytes: number) => ({
  name: 'Large',
  model_name: 'm',
  category: 'c',
  system_prompt: 's',
  background_story: 'b',
  version: '1',
  language: 'en',
  knowledge_base: { text: kilobyte.repeat(kilobytes) },
})

/** Bodies that are dear to read, from somebody without a session. */
const raw = (path: string, body: string) =>
  fetch(`${url}/api/v1${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(
    (answer) => answer.arrayBuffer(),
    () => undefined,
  )
const unknownKeys = JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, key) => [`unknown${key}`, 1])))
const largeLogin = JSON.stringify({ email: 'a@example.com', password: kilobyte.repeat(1000) })

let guesses = 0
const attacks: (() => Promise<unknown>)[] = [
  ...Array.from({ length: 12 }, () => () => operator.attempt('GET', '/ai-roles?skip=0&limit=100')),
  ...Array.from({ length: 4 }, () => () => operator.attempt('POST', '/ai-roles', role(62))),
  ...Array.from({ length: 2 }, () => () => operator.attempt('POST', '/ai-roles', role(900))),
  () => operator.attempt('GET', '/twitter/accounts'),
  () => operator.attempt('GET', '/tasks/?limit=100'),
  () => operator.attempt('POST', '/groups', JSON.parse(unknownKeys)),
  () => raw('/auth/login', largeLogin),
  () => raw('/auth/login', unknownKeys),
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
