import { expect, it } from 'vitest'
import { readTokens } from '../../../server/x/oauth2'

const limited = (headers: Record<string, string>) =>
  readTokens({
    kind: 'answer',
    status: 429,
    headers,
    body: { error: 'rate_limited', error_description: 'Too many token requests' },
    bodyReadable: true,
  })

it('a renewal that X puts off says when X answers again, where X does', () => {
  const opens = new Date(Math.ceil(Date.now() / 1000) * 1000 + 600_000)
  const clock = opens.toISOString().slice(11, 16)
  expect([limited({ 'x-rate-limit-reset': String(opens.getTime() / 1000) }), limited({})]).toEqual([
    { kind: 'later', detail: `Too many token requests. X answers again at ${clock} UTC.` },
    { kind: 'later', detail: 'Too many token requests.' },
  ])
})
