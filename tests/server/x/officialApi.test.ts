import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sandboxAccounts } from '../../../sandbox/accounts-data'
import { startXStandIn } from '../../../sandbox/x/standIn'
import { createXClient } from '../../../server/x/client'

it("uses only X's official endpoints, each time in the name of the account with the given keys", async () => {
  const [account] = sandboxAccounts(1)
  if (!account) throw new Error('no sandbox account')
  const x = await startXStandIn({ options: { replyRule: 'open' } })
  const client = createXClient({ baseUrl: x.baseUrl, bearerToken: x.bearerToken, timeoutMs: 30_000 })
  const { id } = await client.getMe(account)
  await client.createReply(account, { text: 'See you at noon', inReplyTo: '1790000000000000000' })
  await client.getUserPosts(account, id, new Date(Date.now() - 60_000))
  await client.getPost('1790000000000000000', account)
  await client.getPost('1790000000000000000', 'app')
  const asked = x.requests().map(({ method, path, account: name }) => [method, path, name])
  await x.close()
  const name = account.username.replace('@', '')
  expect(asked).toEqual([
    ['GET', '/2/users/me', name],
    ['POST', '/2/tweets', name],
    ['GET', `/2/users/${id}/tweets`, name],
    ['GET', '/2/tweets/1790000000000000000', name],
    ['GET', '/2/tweets/1790000000000000000', undefined],
  ])
})

it('runs without any package that drives a browser, reads web pages or hides who is asking', () => {
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'))
  const foreign =
    /puppeteer|playwright|selenium|webdriver|cheerio|jsdom|scrap|crawl|proxy(?!-from-env$)|stealth|user-agents/i
  expect(Object.keys(dependencies).filter((name) => foreign.test(name))).toEqual([])
  const sources = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const importing = sources.filter((name) =>
    [...readFileSync(join('server', name), 'utf8').matchAll(/from '([^.'][^']*)'/g)].some(([, from = '']) =>
      foreign.test(from),
    ),
  )
  expect(importing).toEqual([])
})
