import { describe, expect, it } from 'vitest'
import { refusal } from '../samples'
import { body, signedIn, signedOut, toLogin } from './sessionRuns'

describe('the registration', () => {
  const registration = { ...body, username: 'ada' }

  it('leads to the login', async () => {
    const session = await signedOut()
    session.send({ type: 'register.submit', body: registration })
    expect(session.last('register').input).toEqual(registration)
    await session.last('register').answer()
    expect(session.told).toEqual([{ type: 'toast', tone: 'success', message: 'Registration Successful!' }, toLogin])
  })

  it('stores the address for the login page, but not the password', async () => {
    const session = await signedOut()
    session.send({ type: 'register.submit', body: registration })
    await session.last('register').answer()
    expect(session.context().loginAs).toBe(registration.email)
    expect(JSON.stringify(session.actor.getPersistedSnapshot())).not.toContain(registration.password)
  })

  it('forgets the address when somebody is signed in: the next visitor is somebody else', async () => {
    const session = await signedOut()
    session.send({ type: 'register.submit', body: registration })
    await session.last('register').answer()
    session.send({ type: 'login.submit', body: { email: registration.email, password: registration.password } })
    await session.last('logIn').answer({ factors: [] })
    expect(session.context().loginAs).toBeUndefined()
  })

  it('is open to signed-in operators, with the new address for the login page', async () => {
    const session = await signedIn()
    session.send({ type: 'register.submit', body: registration })
    await session.last('register').answer()
    expect([session.state(), session.told.at(-1), session.context().loginAs]).toEqual([
      { signedIn: 'opening' },
      toLogin,
      registration.email,
    ])
  })

  it('names the refused field only by its label', async () => {
    const session = await signedOut()
    session.send({ type: 'register.submit', body: registration })
    await session.last('register').fail({ status: 422, detail: 'password: This password is your own name' })
    expect(session.told).toEqual([{ type: 'toast', tone: 'error', message: 'This password is your own name' }])
    expect(session.context().refused).toEqual({
      on: 'signUp',
      field: 'password',
      reason: 'This password is your own name',
    })
  })

  it('explains why it is refused', async () => {
    const session = await signedOut()
    session.send({ type: 'register.submit', body: registration })
    await session.last('register').fail({})
    expect(session.told).toEqual([{ type: 'toast', tone: 'error', message: 'An error occurred' }])
  })
})

describe('a link that sets a password', () => {
  const submit = { type: 'reset.submit', body: { token: 'good-once', password: 'a new secret' } } as const
  const told = [{ type: 'toast', tone: 'success', message: 'Password set. Log in with the new password.' }, toLogin]

  it('sets a password by a link, signs nobody in and keeps the open session', async () => {
    const visitor = await signedOut()
    visitor.send(submit)
    expect([visitor.isBusy(), visitor.last('resetPassword').input]).toEqual([true, submit.body])
    await visitor.last('resetPassword').answer()
    expect([visitor.state(), visitor.told]).toEqual([{ signedOut: 'idle' }, told])
    expect(JSON.stringify(visitor.actor.getPersistedSnapshot())).not.toMatch(/good-once|a new secret/)
    const operator = await signedIn()
    operator.send(submit)
    await operator.last('resetPassword').answer()
    expect([operator.state(), operator.told]).toEqual([{ signedIn: 'opening' }, told])
  })

  it('explains on its own page why it was refused, until the next try', async () => {
    const session = await signedOut()
    session.send(submit)
    await session.last('resetPassword').fail(refusal)
    expect(session.context().refused).toEqual({ on: 'reset', reason: refusal.detail })
    session.send(submit)
    expect(session.context().refused).toBeUndefined()
  })
})
