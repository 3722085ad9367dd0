// npm run attack:sqlmap: sqlmap on every parameter and body of the OpenAPI document, signed in, against a server of its
// own on loopback. SQLMAP_LEVEL (1 to 5) and SQLMAP_RISK (1 to 3) make it slower and more thorough; SQLMAP_ONLY names
// one operation.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sandboxAccounts } from '../../../sandbox/accounts-data'
import { startServerProcess } from '../process'
import { runTool } from './tool'

const level = process.env.SQLMAP_LEVEL ?? '1'
const risk = process.env.SQLMAP_RISK ?? '1'
const only = process.env.SQLMAP_ONLY
const longestMillis = 10 * 60_000

interface Described {
  operationId: string
  parameters?: { name: string; in: 'path' | 'query' }[]
  requestBody?: object
}

/** Existing values lead sqlmap to the statements behind them. */
const samples: Record<string, unknown> = {
  login: { email: 'target@example.com', password: 'wrong password' },
  register: { email: 'new@example.com', password: 'correct horse', username: 'new' },
  createAccount: sandboxAccounts(1, { from: 3, group: 'crew' })[0],
  updateAccount: { username: '@brewlab_ama', group: 'crew', api_key: 'x' },
  createGroup: { name: 'another', description: 'x' },
  updateGroup: { name: 'crew', description: 'x' },
  createRole: role('another'),
  updateRole: role('Mara'),
  fetchContent: { tweet_url: 'https://x.com/a/status/20' },
  generateReplies: { tweet_id: '20', role_id: 1, count: 1 },
  updateReply: { content: 'other words' },
  batchPostReplies: { reply_ids: ['ffffffffffff'], group_name: 'crew' },
  postReply: { reply_id: 'ffffffffffff', twitter_account_id: 1 },
  decideItem: { action: 'posted', tweet_url: 'https://x.com/a/status/20' },
}
const ids: Record<string, string> = { replyId: 'ffffffffffff', taskId: 'ffffffffffff' }
const queries: Record<string, string> = { group: 'crew', skip: '0', limit: '100' }

function role(name: string) {
  return {
    name,
    model_name: 'sandbox-mini',
    category: 'x',
    system_prompt: 'x',
    background_story: 'x',
    version: '1',
    language: 'English',
  }
}

const server = await startServerProcess({ LOG_LEVEL: 'error' })
const folder = mkdtempSync(join(tmpdir(), 'acb-sqlmap-'))
try {
  const operator = { email: 'target@example.com', password: 'correct horse battery', username: 'target' }
  await server.call('POST', '/auth/register', operator)
  const { email, password } = operator
  const token: string = JSON.parse((await server.call('POST', '/auth/login', { email, password })).text).access_token
  await server.call('POST', '/groups', { name: 'crew', description: 'x' }, token)
  await server.call('POST', '/twitter/accounts', sandboxAccounts(1, { group: 'crew' })[0], token)
  await server.call('POST', '/ai-roles', role('Mara'), token)
  const document: { paths: Record<string, Record<string, Described>> } = JSON.parse(
    (await server.call('GET', '/openapi.json')).text,
  )
  const injectable: string[] = []
  const failures: string[] = []
  let tried = 0
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, { operationId, parameters = [], requestBody }] of Object.entries(methods)) {
      if (only !== undefined && only !== operationId) continue
      if (operationId === 'logout' || (parameters.length === 0 && !requestBody)) continue
      const query = parameters
        .filter((each) => each.in === 'query')
        .map(({ name }) => `${name}=${queries[name] ?? '1'}`)
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `${ids[name] ?? '1'}*`)
      const marked = query.map((each) => `${each}*`).join('&')
      const body = requestBody ? markedJson(samples[operationId]) : ''
      const file = join(folder, operationId)
      writeFileSync(
        file,
        `${method.toUpperCase()} /api/v1${filled}${marked ? `?${marked}` : ''} HTTP/1.1\r\n` +
          `Host: ${new URL(server.url).host}\r\nAuthorization: Bearer ${token}\r\n` +
          `${body ? 'Content-Type: application/json\r\n' : ''}\r\n${body}`,
      )
      const printed = runTool(
        'sqlmap',
        ['-r', file, '--batch', '--flush-session', '--level', level, '--risk', risk, '--threads', '4'].concat(
          ['--output-dir', folder, '--disable-coloring', '--ignore-code', '400,401,404,409,415,422,429,502,503'],
          ['--technique', 'BEUST', '--time-sec', '3', '--ignore-stdin'],
        ),
        longestMillis,
      )
      tried += 1
      const verdict = /is vulnerable|injection point\(s\)/.test(printed)
        ? 'INJECTABLE'
        : /all tested parameters do not appear to be injectable/.test(printed)
          ? 'not injectable'
          : 'NO VERDICT'
      if (verdict === 'INJECTABLE') injectable.push(operationId)
      if (verdict === 'NO VERDICT') failures.push(`${operationId}: ${printed.slice(-600)}`)
      console.log(`${operationId}: ${verdict}`)
    }
  }
  console.log(`${tried} operations, ${injectable.length} injectable: ${injectable.join(', ') || 'none'}`)
  for (const failure of failures) console.log(failure)
  const failed = server
    .output()
    .split('\n')
    .filter((line) => line.includes('"level":50'))
  console.log(`the server logged ${failed.length} failures of its own`)
  process.exitCode = injectable.length + failures.length + failed.length === 0 ? 0 : 1
} finally {
  await server.dispose()
  rmSync(folder, { recursive: true, force: true })
}

/** Marks each text and number of the body as a place to inject. */
function markedJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'string' ? `${each}*` : each)).replaceAll(
    /:(\d+)([,}])/g,
    ':$1*$2',
  )
}
