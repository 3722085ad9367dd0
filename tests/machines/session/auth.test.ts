import { describe, expect, it } from 'vitest'
import { refusal } from '../samples'
import { body, signedIn, signedOut, start, toLogin } from './sessionRuns'

const composerOpens = { type: 'composer.open' } as const
const without = { signedIn: { open: { import: 'importRuns', following: 'followRuns', composer: 'withoutComposer' } } }

describe('the session', () => {
  it('continues silently after a reload', async () => {
    const session = await signedIn()
    expect([session.state(), session.told]).toEqual([without, []])
  })

  it('begins with a login, at the home page', async () => {
    const session = await signedOut()
    session.send({ type: 'login.submit', body })
    expect([session.isBusy(), session.last('logIn').input]).toEqual([true, body])
    await session.last('logIn').answer({ factors: [] })
    expect(session.state()).toEqual({ signedIn: 'opening' })
    await session.last('openSession').answer(undefined)
    expect(session.state()).toEqual(without)
    expect(session.told).toEqual([
      { type: 'toast', tone: 'success', message: 'Login Successful!' },
      { type: 'navigate', to: '/admin/home' },
    ])
  })

  it('does not begin with a wrong password, and stores no password', async () => {
    const session = await signedOut()
    session.send({ type: 'login.submit', body })
    await session.last('logIn').fail(refusal)
    expect(session.state()).toEqual({ signedOut: 'idle' })
    expect(session.told).toEqual([{ type: 'toast', tone: 'error', message: refusal.detail }])
    expect(session.context().refused).toEqual({ on: 'login', reason: refusal.detail })
    expect(JSON.stringify(session.actor.getPersistedSnapshot())).not.toContain(body.password)
  })

  it('asks operators with a second factor for a code, again after a wrong one, and stores no code', async () => {
    const session = await signedOut()
    session.send({ type: 'login.submit', body })
    await session.last('logIn').answer({ factors: ['app'] })
    expect([session.state(), session.told]).toEqual([{ signedOut: 'askingCode' }, []])
    session.send({ type: 'code.submit', code: '424242' })
    await session.last('answerCode').fail(refusal)
    expect([session.state(), session.context().refused]).toEqual([
      { signedOut: 'askingCode' },
      { on: 'code', reason: refusal.detail },
    ])
    session.send({ type: 'code.submit', code: '737373' })
    expect([session.isBusy(), session.last('answerCode').input]).toEqual([true, { code: '737373' }])
    expect(JSON.stringify(session.context())).not.toMatch(/424242|737373/)
    await session.last('answerCode').answer()
    expect([session.state(), session.told.at(-1)]).toEqual([
      { signedIn: 'opening' },
      { type: 'navigate', to: '/admin/home' },
    ])
  })

  it('begins with only a passkey, or shows the reason against it, and keeps the form open', async () => {
    const session = await signedOut()
    session.send({ type: 'passkey.use', remember_me: true })
    expect([session.state(), session.isBusy(), session.last('signInByPasskey').input]).toEqual([
      { signedOut: 'usingPasskey' },
      false,
      { remember_me: true },
    ])
    await session.last('signInByPasskey').fail({ detail: 'No passkey was used' })
    expect([session.state(), session.context().refused]).toEqual([
      { signedOut: 'idle' },
      { on: 'login', reason: 'No passkey was used' },
    ])
    session.send({ type: 'passkey.use', remember_me: undefined })
    session.send({ type: 'login.submit', body })
    expect([session.state(), session.context().refused]).toEqual([{ signedOut: 'loggingIn' }, undefined])
    await session.last('logIn').fail(refusal)
    session.send({ type: 'passkey.use', remember_me: undefined })
    session.send({ type: 'passkey.cancel' })
    expect(session.state()).toEqual({ signedOut: 'idle' })
    session.send({ type: 'passkey.use', remember_me: undefined })
    await session.last('signInByPasskey').answer()
    expect([session.state(), session.told.at(-1)]).toEqual([
      { signedIn: 'opening' },
      { type: 'navigate', to: '/admin/home' },
    ])
  })

  it('accepts a passkey instead of a code, and a code instead of a passkey', async () => {
    const session = await signedOut()
    session.send({ type: 'login.submit', body })
    await session.last('logIn').answer({ factors: ['app'] })
    session.send({ type: 'passkey.give' })
    expect([session.state(), session.inputs('answerPasskey')]).toEqual([{ signedOut: 'askingCode' }, []])
    session.send({ type: 'code.cancel' })
    session.send({ type: 'login.submit', body })
    await session.last('logIn').answer({ factors: ['passkey'] })
    session.send({ type: 'passkey.give' })
    expect(session.state()).toEqual({ signedOut: 'givingPasskey' })
    await session.last('answerPasskey').fail(refusal)
    expect([session.state(), session.context().refused]).toEqual([
      { signedOut: 'askingCode' },
      { on: 'code', reason: refusal.detail },
    ])
    session.send({ type: 'passkey.give' })
    session.send({ type: 'passkey.cancel' })
    expect(session.state()).toEqual({ signedOut: 'askingCode' })
    session.send({ type: 'passkey.give' })
    session.send({ type: 'code.submit', code: '424242' })
    expect(session.last('answerCode').input).toEqual({ code: '424242' })
    await session.last('answerCode').fail(refusal)
    session.send({ type: 'passkey.give' })
    await session.last('answerPasskey').answer()
    expect(session.state()).toEqual({ signedIn: 'opening' })
  })

  it('returns to the login, or to the open session, if no code is given', async () => {
    const session = await signedOut()
    session.send({ type: 'login.submit', body })
    await session.last('logIn').answer({ factors: ['app'] })
    session.send({ type: 'code.cancel' })
    expect(session.state()).toEqual({ signedOut: 'idle' })
    const open = await signedIn()
    open.send({ type: 'login.submit', body })
    await open.last('logIn').answer({ factors: ['app'] })
    open.send({ type: 'code.cancel' })
    expect(open.state()).toEqual({ signedIn: 'opening' })
  })

  it('accepts one login at a time', async () => {
    const session = await signedOut()
    session.send({ type: 'login.submit', body })
    session.send({ type: 'login.submit', body })
    session.send({ type: 'register.submit', body: { ...body, username: 'ada' } })
    expect([session.inputs('logIn').length, session.inputs('register').length]).toEqual([1, 0])
  })

  it('begins with a new login if a session is already open, perhaps with an invalid token', async () => {
    const session = await signedIn()
    session.send({ type: 'login.submit', body })
    expect([session.isBusy(), session.last('logIn').input]).toEqual([true, body])
    await session.last('logIn').answer({ factors: [] })
    await session.last('openSession').answer(undefined)
    expect([session.state(), session.told.at(-1)]).toEqual([without, { type: 'navigate', to: '/admin/home' }])
  })

  it.each([
    { event: { type: 'login.submit', body } as const, call: 'logIn' as const },
    { event: { type: 'register.submit', body: { ...body, username: 'ada' } } as const, call: 'register' as const },
    {
      event: { type: 'reset.submit', body: { token: 'link', password: 'new' } } as const,
      call: 'resetPassword' as const,
    },
  ])('that was open continues if $call is refused, unless it ended before', async ({ event, call }) => {
    const session = await signedIn()
    session.send(event)
    await session.last(call).fail(refusal)
    await session.last('openSession').answer(undefined)
    expect([session.state(), session.told]).toEqual([
      without,
      [{ type: 'toast', tone: 'error', message: refusal.detail }],
    ])
    session.send(event)
    session.tell({ type: 'session.expired', at: '/login' })
    await session.last(call).fail(refusal)
    expect(session.state()).toEqual({ signedOut: 'idle' })
  })

  it('runs no composer until it is needed, and then only one', async () => {
    const session = await signedIn()
    expect(session.actor.getSnapshot().children.replyFlow).toBeUndefined()
    session.send(composerOpens)
    const { replyFlow } = session.actor.getSnapshot().children
    expect([session.state(), replyFlow?.getSnapshot().status]).toEqual([
      { signedIn: { open: { import: 'importRuns', following: 'followRuns', composer: 'withComposer' } } },
      'active',
    ])
    session.send(composerOpens)
    expect(session.actor.getSnapshot().children.replyFlow).toBe(replyFlow)
  })

  it('starts no composer while nobody is signed in', async () => {
    const session = await signedOut()
    session.send(composerOpens)
    expect([session.state(), session.actor.getSnapshot().children.replyFlow]).toEqual([
      { signedOut: 'idle' },
      undefined,
    ])
  })

  it('runs the composer and the import until it ends', async () => {
    const session = await signedIn()
    session.send(composerOpens)
    const { replyFlow, csvImport } = session.actor.getSnapshot().children
    expect([replyFlow?.getSnapshot().status, csvImport?.getSnapshot().status]).toEqual(['active', 'active'])
    session.send({ type: 'logout' })
    expect([replyFlow?.getSnapshot().status, csvImport?.getSnapshot().status]).toEqual(['stopped', 'stopped'])
    expect(Object.keys(session.actor.getSnapshot().children).sort()).toEqual(['endSession', 'session'])
  })

  it('ends by logout at the login page, whatever the server answers', async () => {
    const session = await signedIn()
    session.send({ type: 'logout' })
    expect([session.state(), session.told]).toEqual([{ signedOut: 'leaving' }, [toLogin]])
    await session.last('endSession').fail(new Error('lost'))
    expect(session.state()).toEqual({ signedOut: 'idle' })
  })

  it('leads to the account page when the server requires a second factor, and stays open', async () => {
    const session = await signedIn()
    const before = session.state()
    session.tell({ type: 'factor.required' })
    expect([session.state(), session.told]).toEqual([before, [{ type: 'navigate', to: '/admin/settings/security' }]])
  })

  it("returns after an expiry to the operator's page", async () => {
    const session = await signedIn()
    session.tell({ type: 'session.expired', at: '/admin/history/t1' })
    expect([session.state(), session.told]).toEqual([{ signedOut: 'idle' }, [toLogin]])
    session.send({ type: 'login.submit', body })
    await session.last('logIn').answer({ factors: [] })
    expect(session.told.at(-1)).toEqual({ type: 'navigate', to: '/admin/history/t1' })
    expect(session.context().returnTo).toBeUndefined()
  })

  it.each([
    ['/login', '/admin/history/t1'],
    ['', '/admin/home'],
  ])('returns there unless another operator takes over: after another end at %j, to %s', async (at, to) => {
    const session = await signedIn()
    session.tell({ type: 'session.expired', at: '/admin/history/t1' })
    session.send({ type: 'login.submit', body })
    session.tell({ type: 'session.expired', at })
    await session.last('logIn').answer({ factors: [] })
    expect(session.told.at(-1)).toEqual({ type: 'navigate', to })
  })

  it("passes the visitor's link to the operator who signs in", async () => {
    const session = await signedOut()
    session.send({ type: 'page.wanted', at: '/admin/home?url=11' })
    session.tell({ type: 'session.expired', at: '' })
    session.tell({ type: 'session.restored' })
    expect(session.told.at(-1)).toEqual({ type: 'navigate', to: '/admin/home?url=11' })
  })

  it('asks for the password of the operator whose session expired, if known, until somebody is signed in', async () => {
    const session = await signedIn()
    session.tell({ type: 'session.expired', at: '/admin/history/t1', email: body.email })
    expect(session.context().loginAs).toBe(body.email)
    session.send({ type: 'login.submit', body })
    await session.last('logIn').answer({ factors: [] })
    expect(session.context().loginAs).toBeUndefined()
    session.tell({ type: 'session.expired', at: '/admin/history/t1' })
    expect(session.context().loginAs).toBeUndefined()
  })

  it.each(['', '/login', '/sign-up'])('returns to the home page after it expired at %j', async (at) => {
    const session = await signedIn()
    session.tell({ type: 'session.expired', at })
    session.send({ type: 'login.submit', body })
    await session.last('logIn').answer({ factors: [] })
    expect(session.told.at(-1)).toEqual({ type: 'navigate', to: '/admin/home' })
  })

  it('returns after a logout to the home page', async () => {
    const session = await signedIn()
    session.send({ type: 'logout' })
    session.send({ type: 'login.submit', body })
    await session.last('logIn').answer({ factors: [] })
    expect(session.told.at(-1)).toEqual({ type: 'navigate', to: '/admin/home' })
  })

  it('that cannot be fetched stays unopened until the operator tries again, and can be left', async () => {
    const session = start()
    await session.last('restoreSession').answer({ isSignedIn: true })
    await session.last('openSession').fail(new TypeError('Failed to fetch'))
    expect([session.state(), session.told]).toEqual([{ signedIn: 'unopened' }, []])
    expect(session.actor.getSnapshot().children.csvImport).toBeUndefined()
    session.send({ type: 'session.open' })
    await session.last('openSession').answer(undefined)
    expect(session.state()).toEqual(without)
    expect(session.actor.getSnapshot().children.csvImport).toBeDefined()
    expect(session.inputs('openSession')).toHaveLength(2)
  })

  it.each([
    [
      '/admin/home?url=https%3A%2F%2Fx.com%2Fada%2Fstatus%2F11',
      '/admin/home?url=https%3A%2F%2Fx.com%2Fada%2Fstatus%2F11',
    ],
    ['/admin/home', '/admin/home'],
    ['/admin/history/t1?url=11', '/admin/home'],
  ])('keeps the links that %s brought before anybody was signed in, once', async (at, to) => {
    const session = await signedOut()
    session.send({ type: 'page.wanted', at })
    session.send({ type: 'login.submit', body })
    await session.last('logIn').answer({ factors: [] })
    expect(session.told.at(-1)).toEqual({ type: 'navigate', to })
    expect(session.context().shared).toBeUndefined()
  })

  it('begins here when it begins in another tab', async () => {
    const session = await signedOut()
    session.tell({ type: 'session.restored' })
    expect([session.state(), session.told]).toEqual([
      { signedIn: 'opening' },
      [{ type: 'navigate', to: '/admin/home' }],
    ])
  })
})

it('a session that began in another tab leaves no return page for the next login', async () => {
  const session = await signedIn()
  session.tell({ type: 'session.expired', at: '/admin/history/t1' })
  session.tell({ type: 'session.restored' })
  expect(session.told.at(-1)).toEqual({ type: 'navigate', to: '/admin/history/t1' })
  expect(session.context().returnTo).toBeUndefined()
})

it('a failed login after a logout does not reopen the earlier session', async () => {
  const session = await signedIn()
  const submit = { type: 'login.submit', body: { email: 'ada@example.org', password: 'secret' } } as const
  session.send(submit)
  await session.last('logIn').answer({ factors: [] })
  await session.last('openSession').answer(undefined)
  session.send({ type: 'logout' })
  session.send(submit)
  await session.last('logIn').fail(refusal)
  expect(session.state()).toEqual({ signedOut: 'idle' })
})
