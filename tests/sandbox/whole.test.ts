import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import papaparse from 'papaparse'
import { describe, expect, test } from 'vitest'
import { startSandbox } from '../../sandbox'
import { credentialsOf, sandboxAccounts, usernameOfToken } from '../../sandbox/accounts-data'
import { createXClient } from '../../server/x/client'
import { csvColumns } from '../../src/schemas/accounts/csvRows'
import { account, directory, whenOver } from './standIn'

describe('the sandbox as a whole', () => {
  test('keeps ports and posts across a restart, and uses another port if one is taken', async () => {
    const dataDir = directory()
    const first = await startSandbox({ dataDir, replyRule: 'open' })
    const client = createXClient({ baseUrl: first.xBaseUrl, bearerToken: first.xBearerToken, timeoutMs: 30_000 })
    const outcome = await client.createReply(account, { text: 'Still here', inReplyTo: '20' })
    expect(outcome).toMatchObject({ kind: 'answer', status: 201 })
    await first.close()
    const second = await startSandbox({ dataDir, replyRule: 'open' })
    expect([second.xBaseUrl, second.modelBaseUrl]).toEqual([first.xBaseUrl, first.modelBaseUrl])
    expect(await (await fetch(`${second.xPostBaseUrl}/kioskandco/status/20`)).text()).toContain('Still here')
    await second.close()
    const squatter = createServer().listen(Number(new URL(first.xBaseUrl).port), '127.0.0.1')
    await new Promise((resolve) => squatter.once('listening', resolve))
    whenOver(() => squatter.close())
    const third = await startSandbox({ dataDir, replyRule: 'open' })
    whenOver(third.close)
    expect(third.xBaseUrl).not.toBe(first.xBaseUrl)
    expect((await fetch(`${third.xPostBaseUrl}/kioskandco/status/20`)).status).toBe(200)
  })

  test('100,000 accounts differ, and each is recognised by its token', () => {
    const accounts = sandboxAccounts(100_000)
    expect(new Set(accounts.map(({ username }) => username.toLowerCase())).size).toBe(100_000)
    expect(accounts.filter(({ username }) => !/^@\w{1,15}$/.test(username))).toEqual([])
    expect(sandboxAccounts(3, { from: 99_997, group: 'crew' })).toEqual(
      accounts.slice(-3).map((each) => ({ ...each, group: 'crew' })),
    )
    expect(usernameOfToken(credentialsOf('@Crema_Notes').access_token)).toBe('crema_notes')
    expect(usernameOfToken('1-sandbox-crema_notes')).toBeUndefined()
  })

  test('the command writes an import file with the columns of the template', () => {
    const run = (...args: string[]) =>
      execFileSync(process.execPath, ['scripts/run.mjs', 'sandbox/accounts.ts', ...args], { encoding: 'utf8' })
    const parsed = papaparse.parse<Record<string, string>>(run('--count', '3', '--group', 'launch, crew'), {
      header: true,
      skipEmptyLines: true,
    })
    expect(parsed.meta.fields).toEqual([...csvColumns])
    expect(parsed.data).toEqual(sandboxAccounts(3, { group: 'launch, crew' }))
    const out = join(directory(), 'accounts.csv')
    run('--count', '2', '--out', out)
    expect(readFileSync(out, 'utf8').trim().split('\r\n')).toHaveLength(3)
    expect(() => run('--count', 'many')).toThrow()
  })
})
