import { afterEach, expect, it } from 'vitest'
import { createSkew } from '../../../server/x/clock'
import { account, clientOf, closeAll, serveX } from '../../support/xServers'

afterEach(closeAll)

const at = new Date('2026-11-27T12:00:00.000Z')
const ago = (minutes: number) => ({ date: new Date(at.getTime() - minutes * 60_000).toUTCString() })

it.each([
  ['nobody has told anything', [], 0, 0],
  ['it is ahead', [ago(20)], 20, 20],
  ['it is behind', [ago(-20)], 0, 0],
  ['answers take their time', [ago(2)], 0, 0],
  ['it was ahead for a while', [ago(20), ago(0)], 0, 20],
  ['it was wrong by years for a while', [ago(600_000), ago(0)], 0, 0],
  ['it is wrong by years', [ago(20), ago(600_000)], 600_000, 600_000],
  ['an answer has no date', [ago(20), {}, { date: 'soon' }], 20, 20],
])('knows how far the clock is ahead of X’s if %s', (_name, answers, lately, minutes) => {
  const skew = createSkew()
  for (const headers of answers) skew.learn(headers, at)
  const { now, atMost } = skew.ahead()
  expect([now / 60_000, atMost / 60_000]).toEqual([lately, minutes])
})

it('is learned from each answer of X, even from a refusal', async () => {
  const baseUrl = await serveX((_request, response) => {
    response.writeHead(503, { date: new Date(Date.now() - 3_600_000).toUTCString() }).end()
  })
  const client = clientOf({ baseUrl })
  const before = client.ahead()
  await expect(client.getMe(account)).rejects.toThrow()
  expect([before.now, Math.round(client.ahead().now / 60_000)]).toEqual([0, 60])
})
