import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Api } from '../../src/services/api/api'
import { createSession, type PasskeyQuestion } from '../../src/services/session'
import { createDraftStore } from '../../src/services/storage/draftStore'
import { createSendKeys } from '../../src/services/storage/sendKeys'
import { createTokenStore } from '../../src/services/storage/tokenStore'
import { emptyDraft } from '../machines/samples'
import { eventually } from '../support/waiting'

const digests: Record<string, string> = { 'ada@example.org': 'ada', 'eve@example.org': 'eve' }

const setUp = () => {
  const tabs = new EventTarget()
  const tokens = createTokenStore(localStorage, tabs)
  const drafts = createDraftStore(localStorage)
  const sendKeys = createSendKeys(localStorage, () => 'key 1')
  const api = {
    login: vi.fn<Api['login']>(async () => ({ access_token: 'new token' })),
    answerLogin: vi.fn(async () => ({ access_token: 'token after a code' })),
    logout: vi.fn(async () => undefined),
  }
  const signInByPasskey = vi.fn(async (_question: PasskeyQuestion, _signal: AbortSignal) => ({
    access_token: 'token by passkey',
    email: 'eve@example.org',
  }))
  const place = { at: '/admin/history?page=2' }
  let current = 'ada'
  const operators = {
    current: () => current,
    remember: vi.fn(async (email: string) => {
      current = digests[email] ?? ''
    }),
  }
  const session = createSession({
    api,
    signInByPasskey,
    tokens,
    operators,
    forget: () => {
      drafts.clear()
      sendKeys.clear()
    },
    place: () => place.at,
  })
  const listener = { onExpired: vi.fn(), onRestored: vi.fn(), onMustEnrol: vi.fn() }
  const otherTabWrites = (key: string | null) => tabs.dispatchEvent(new StorageEvent('storage', { key }))
  const shownAgain = () => tabs.dispatchEvent(new Event('pageshow'))
  return { tokens, operators, drafts, api, signInByPasskey, session, place, listener, otherTabWrites, shownAgain }
}

describe('the session', () => {
  beforeEach(() => localStorage.clear())

  it('stores the token under access_token, and nowhere else', async () => {
    const { session } = setUp()
    await session.logIn({ email: 'ada@example.org', password: 'secret' })
    expect({ ...localStorage }).toEqual({ access_token: 'new token' })
    expect(session.restore()).toBe(true)
  })

  it('stores a token only after the correct code of a second factor', async () => {
    const { session, api, operators } = setUp()
    api.login.mockResolvedValueOnce({ challenge: 'challenge 1', factors: ['app'] })
    await expect(session.answerCode('123456')).rejects.toThrow('No sign-in')
    expect(await session.logIn({ email: 'eve@example.org', password: 'secret' })).toEqual({ factors: ['app'] })
    expect([{ ...localStorage }, operators.remember.mock.calls]).toEqual([{}, []])
    await session.answerCode('123456')
    expect(api.answerLogin.mock.calls).toEqual([[{ body: { challenge: 'challenge 1', code: '123456' } }]])
    expect([{ ...localStorage }, operators.remember.mock.calls]).toEqual([
      { access_token: 'token after a code' },
      [['eve@example.org']],
    ])
  })

  it('begins with a passkey and its owner: without a password, or instead of a code', async () => {
    const { session, api, signInByPasskey, operators } = setUp()
    const { signal } = new AbortController()
    await session.signInByPasskey({ remember_me: true }, signal)
    expect([{ ...localStorage }, operators.remember.mock.calls]).toEqual([
      { access_token: 'token by passkey' },
      [['eve@example.org']],
    ])
    await expect(session.answerPasskey(signal)).rejects.toThrow('No sign-in')
    api.login.mockResolvedValueOnce({ challenge: 'challenge 1', factors: ['passkey'] })
    await session.logIn({ email: 'eve@example.org', password: 'secret' })
    await session.answerPasskey(signal)
    expect(signInByPasskey.mock.calls).toEqual([
      [{ remember_me: true }, signal],
      [{ challenge: 'challenge 1' }, signal],
    ])
  })

  it('does not begin with a cancelled passkey: the session that it opened is revoked', async () => {
    const { session, api, signInByPasskey } = setUp()
    const giving = new AbortController()
    signInByPasskey.mockImplementationOnce(async () => {
      giving.abort()
      return { access_token: 'too late', email: 'eve@example.org' }
    })
    await session.signInByPasskey({}, giving.signal)
    expect([{ ...localStorage }, api.logout.mock.calls]).toEqual([
      {},
      [[{ headers: { Authorization: 'Bearer too late' } }]],
    ])
  })

  it('ends on the server if another login replaces it, without waiting for that', async () => {
    const { session, api, tokens } = setUp()
    await session.logIn({ email: 'ada@example.org', password: 'secret' })
    expect(api.logout).not.toHaveBeenCalled()
    api.login.mockResolvedValueOnce({ access_token: 'newer token' })
    api.logout.mockImplementationOnce(() => new Promise<never>(() => {}))
    await session.logIn({ email: 'eve@example.org', password: 'secret' })
    expect(tokens.get()).toBe('newer token')
    expect(api.logout.mock.calls).toEqual([[{ headers: { Authorization: 'Bearer new token' } }]])
  })

  it('ends by deleting token and draft at once, and by revoking the token', async () => {
    const { session, drafts, tokens, api } = setUp()
    tokens.set('old token')
    drafts.save(emptyDraft)
    const ending = session.end()
    expect({ ...localStorage }).toEqual({})
    await ending
    expect(api.logout.mock.calls).toEqual([[{ headers: { Authorization: 'Bearer old token' } }]])
  })

  it('ends even if the server cannot be reached', async () => {
    const { session, tokens, api } = setUp()
    tokens.set('old token')
    api.logout.mockRejectedValue(new TypeError('Failed to fetch'))
    await expect(session.end()).resolves.toBeUndefined()
  })

  it("expires with the operator's page, and keeps the draft", () => {
    const { session, drafts, tokens, listener } = setUp()
    tokens.set('old token')
    drafts.save(emptyDraft)
    session.watch(listener)
    session.expire('old token')
    expect(listener.onExpired.mock.calls).toEqual([['/admin/history?page=2', undefined]])
    expect(session.restore()).toBe(false)
    expect(drafts.load()).toEqual(emptyDraft)
  })

  it('names its operator when it expires, if they signed in on this page, but not after a logout nor to another operator', async () => {
    const { session, tokens, operators, listener, otherTabWrites } = setUp()
    session.watch(listener)
    const ada = { email: 'ada@example.org', password: 'secret' }
    await session.logIn(ada)
    session.expire('new token')
    expect(listener.onExpired.mock.lastCall).toEqual(['/admin/history?page=2', ada.email])
    await session.logIn(ada)
    await session.end()
    tokens.set('old token')
    session.expire('old token')
    expect(listener.onExpired.mock.lastCall).toEqual(['/admin/history?page=2', undefined])
    await session.logIn(ada)
    await operators.remember('eve@example.org')
    tokens.set('token of eve')
    otherTabWrites('access_token')
    session.expire('token of eve')
    expect(listener.onExpired.mock.lastCall).toEqual(['/admin/history?page=2', undefined])
    expect(JSON.stringify({ ...localStorage })).not.toContain(ada.email)
  })

  it.each([
    ['/admin/home', 1],
    ['/admin/settings/usage', 1],
    ['/admin/settings/security', 0],
    ['/admin/settings/security?from=mail', 0],
    ['/login', 0],
  ])('reports at %s that a second factor is required, times %i', (at, times) => {
    const { session, place, listener } = setUp()
    place.at = at
    session.watch(listener)
    session.mustEnrol()
    expect(listener.onMustEnrol).toHaveBeenCalledTimes(times)
  })

  it('does not expire by a late refusal of an earlier token', () => {
    const { session, tokens, listener } = setUp()
    tokens.set('new token')
    session.watch(listener)
    session.expire('old token')
    expect(listener.onExpired).not.toHaveBeenCalled()
    expect(session.restore()).toBe(true)
  })

  it('follows the other tabs', () => {
    const { session, tokens, listener, otherTabWrites } = setUp()
    const stop = session.watch(listener)
    otherTabWrites('theme')
    expect([listener.onExpired.mock.calls, listener.onRestored.mock.calls]).toEqual([[], []])
    otherTabWrites('access_token')
    expect(listener.onExpired.mock.calls).toEqual([['/admin/history?page=2']])
    tokens.set('token of another tab')
    otherTabWrites('access_token')
    expect(listener.onRestored).toHaveBeenCalledTimes(1)
    stop()
    otherTabWrites(null)
    expect(listener.onRestored).toHaveBeenCalledTimes(1)
  })

  it("ends, without a return page, before another operator's session begins", async () => {
    const { session, tokens, operators, listener, otherTabWrites } = setUp()
    tokens.set('token of ada')
    session.watch(listener)
    await operators.remember('eve@example.org')
    tokens.set('token of eve')
    expect(session.operator()).toBe('ada')
    otherTabWrites('access_token')
    expect([listener.onExpired.mock.calls, listener.onRestored.mock.calls]).toEqual([[['']], []])
    await eventually(() => expect(listener.onRestored).toHaveBeenCalledTimes(1))
    expect(session.operator()).toBe('eve')
    otherTabWrites('access_token')
    expect(listener.onExpired).toHaveBeenCalledTimes(1)
  })

  it('leaves no return page after a sign-in of another operator on this page', async () => {
    const { session, listener, api } = setUp()
    session.watch(listener)
    await session.logIn({ email: 'ada@example.org', password: 'secret' })
    session.expire('new token')
    await session.logIn({ email: 'ada@example.org', password: 'secret' })
    session.expire('new token')
    expect(listener.onExpired.mock.calls.map(([at]) => at)).toEqual(Array(2).fill('/admin/history?page=2'))
    api.login.mockResolvedValueOnce({ challenge: 'challenge 1', factors: ['app'] })
    await session.logIn({ email: 'eve@example.org', password: 'secret' })
    expect(listener.onExpired).toHaveBeenCalledTimes(2)
    await session.answerCode('123456')
    expect(listener.onExpired.mock.calls.slice(2)).toEqual([['']])
    await session.signInByPasskey({}, new AbortController().signal)
    expect([listener.onExpired.mock.calls.length, session.operator()]).toEqual([3, 'eve'])
  })

  it('leaves no return page to another e-mail address if operators cannot be distinguished, and keeps it for an unknown address', async () => {
    const { session, listener } = setUp()
    session.watch(listener)
    const logIn = (email: string) => session.logIn({ email, password: 'secret' })
    await logIn('not digested')
    await logIn(' Not digested')
    expect(listener.onExpired).not.toHaveBeenCalled()
    await logIn('nor this one')
    expect(listener.onExpired.mock.calls).toEqual([['']])
  })

  it('ends before a session with another token begins if operators cannot be distinguished, and continues under its own token', async () => {
    const { session, tokens, api, listener, otherTabWrites, shownAgain } = setUp()
    const nobody = { email: 'not digested', password: 'secret' }
    session.watch(listener)
    await session.logIn(nobody)
    expect(session.operator()).toBe('')
    shownAgain()
    otherTabWrites('access_token')
    expect(listener.onExpired).not.toHaveBeenCalled()
    listener.onRestored.mockClear()
    tokens.set('token of another')
    otherTabWrites('access_token')
    expect([listener.onExpired.mock.calls, listener.onRestored.mock.calls]).toEqual([[['']], []])
    await eventually(() => expect(listener.onRestored).toHaveBeenCalledTimes(1))
    shownAgain()
    tokens.clear()
    otherTabWrites('access_token')
    expect(listener.onExpired.mock.calls).toEqual([[''], ['/admin/history?page=2']])
    tokens.set('token of a third')
    otherTabWrites('access_token')
    expect(listener.onExpired.mock.lastCall).toEqual([''])
    expect(api.logout).not.toHaveBeenCalled()
  })

  it("begins together with another tab's session after a logout, even if operators cannot be distinguished", async () => {
    const { session, tokens, listener, otherTabWrites } = setUp()
    await session.logIn({ email: 'not digested', password: 'secret' })
    await session.end()
    session.watch(listener)
    tokens.set('token of another tab')
    otherTabWrites('access_token')
    expect([listener.onExpired.mock.calls, listener.onRestored.mock.calls]).toEqual([[], [[]]])
  })

  it('learns missed changes when its page returns from the browser’s cache', async () => {
    const { session, tokens, operators, listener, shownAgain } = setUp()
    tokens.set('token of ada')
    session.watch(listener)
    shownAgain()
    expect(listener.onExpired).not.toHaveBeenCalled()
    await operators.remember('eve@example.org')
    shownAgain()
    expect(listener.onExpired.mock.calls).toEqual([['']])
    tokens.clear()
    shownAgain()
    expect(listener.onExpired.mock.lastCall).toEqual(['/admin/history?page=2'])
  })

  it('belongs to the last operator who logged in', async () => {
    const { session } = setUp()
    await session.logIn({ email: 'eve@example.org', password: 'secret' })
    expect(session.operator()).toBe('eve')
  })
})
