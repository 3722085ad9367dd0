import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { authMachine } from '../../../src/machines/session/auth'
import { createLogic } from '../../../src/machines/session/session.actors'
import { createBrowserServices } from '../../../src/services/browser'
import LoginScreen from '../../../src/views/session/LoginScreen'
import ResetScreen from '../../../src/views/session/ResetScreen'
import SignUpScreen from '../../../src/views/session/SignUpScreen'
import { LogicProvider } from '../../../src/views/shell/logicContext'
import { actorAt } from '../../support/actorAt'
import { apiBaseUrl } from '../../support/inProcessServer'

type At = Parameters<typeof actorAt<typeof authMachine>>
type SignedOut =
  | 'idle'
  | 'loggingIn'
  | 'usingPasskey'
  | 'askingCode'
  | 'givingPasskey'
  | 'sendingCode'
  | 'registering'
  | 'resetting'

const open = (view: ReactNode, state: SignedOut, changes: At[2] = {}) => {
  const { actor, sent } = actorAt(authMachine, { signedOut: state } as At[1], changes)
  const logic = createLogic(createBrowserServices({ baseUrl: apiBaseUrl }))
  render(
    <LogicProvider logic={logic} auth={actor}>
      {view}
    </LogicProvider>,
  )
  return sent
}
const heading = () => screen.getByRole('heading', { level: 1 })
const page = () => [document.title, heading().textContent, heading().nextElementSibling?.textContent]
const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const refused = (on: 'login' | 'signUp' | 'code' | 'reset') => ({
  refused: { on, field: undefined, reason: 'It is wrong' },
})
const complaint = () => screen.queryByText('It is wrong') !== null

describe('the login page', () => {
  it('asks for email and password, and leads to Home', async () => {
    const sent = open(<LoginScreen />, 'idle', { loginAs: 'ada@kiosk.example' })
    expect(page()).toEqual(['Login · Auto Comment Bot', 'Login', 'Sign in to the operator console.'])
    expect(screen.getByRole('link', { name: 'Auto Comment Bot' }).getAttribute('href')).toBe('/')
    expect([screen.queryByRole('status'), complaint()]).toEqual([null, false])
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse')
    await click('Login')
    await click('Sign in with a passkey')
    expect(sent).toEqual([
      { type: 'login.submit', body: { email: 'ada@kiosk.example', password: 'correct horse' } },
      { type: 'passkey.use', remember_me: undefined },
    ])
  })

  it('shows within the console that the session has ended', () => {
    open(<LoginScreen />, 'idle', { returnTo: '/admin/history' })
    expect(screen.getByRole('status').textContent).toMatch(/^Your session has ended\./)
  })

  it('waits while it signs in', () => {
    open(<LoginScreen />, 'loggingIn')
    expect(buttons()).toEqual(['', 'Logging in...', 'Sign Up', 'Sign in with a passkey', 'Report a problem'])
  })

  it('cancels a requested passkey', async () => {
    const sent = open(<LoginScreen />, 'usingPasskey')
    await click('Cancel waiting for your passkey')
    expect(sent).toEqual([{ type: 'passkey.cancel' }])
  })

  it.each([
    ['login', true],
    ['signUp', false],
    ['code', false],
  ] as const)('says why a %s was refused: %s', (on, isTold) => {
    open(<LoginScreen />, 'idle', refused(on))
    expect(complaint()).toBe(isTold)
  })
})

describe('the page of the second factor', () => {
  const ofApp = [
    'Enter your code · Auto Comment Bot',
    'Enter your code',
    'Use a code from your authenticator app, or a recovery code.',
  ]
  const ofPasskey = ['Use your passkey · Auto Comment Bot', 'Use your passkey', 'Or enter a recovery code.']

  it.each([
    [['app'], 'askingCode', ofApp, ['Continue', 'Back to login']],
    [['app', 'passkey'], 'askingCode', ofApp, ['Continue', 'Use a passkey', 'Back to login']],
    [['passkey'], 'askingCode', ofPasskey, ['Use a passkey', 'Continue', 'Back to login']],
    [['passkey'], 'givingPasskey', ofPasskey, ['Cancel waiting for your passkey', 'Continue', 'Back to login']],
    [['app'], 'sendingCode', ofApp, ['Checking...', 'Back to login']],
  ] as const)('asks who has %j, while it is %s', (factors, state, words, names) => {
    open(<LoginScreen />, state, { factors: [...factors] })
    expect([page(), buttons()]).toEqual([words, names])
  })

  it('sends the code, or requests the passkey, or goes back', async () => {
    const sent = open(<LoginScreen />, 'askingCode', { factors: ['app', 'passkey'] })
    await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}')
    await click('Use a passkey')
    await click('Back to login')
    expect(sent).toEqual([{ type: 'code.submit', code: '123456' }, { type: 'passkey.give' }, { type: 'code.cancel' }])
  })

  it('cancels a requested passkey', async () => {
    const sent = open(<LoginScreen />, 'givingPasskey', { factors: ['passkey'] })
    await click('Cancel waiting for your passkey')
    expect(sent).toEqual([{ type: 'passkey.cancel' }])
  })

  it.each([
    ['code', true],
    ['login', false],
  ] as const)('says why a %s was refused: %s', (on, isTold) => {
    open(<LoginScreen />, 'askingCode', { factors: ['app'], ...refused(on) })
    expect(complaint()).toBe(isTold)
  })
})

describe('the sign-up page', () => {
  const fill = async () => {
    await userEvent.type(screen.getByLabelText('Email'), 'ada@kiosk.example')
    await userEvent.type(screen.getByLabelText('Username'), 'ada')
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
  }
  const body = { email: 'ada@kiosk.example', username: 'ada', password: 'correct horse' }

  it.each([
    ['', body],
    ['#', body],
    ['#i', { ...body, invitation: 'i' }],
    ['#invited', { ...body, invitation: 'invited' }],
  ])('sends the typed values with the text behind the address, %j', async (hash, sentBody) => {
    window.history.replaceState(null, '', `/sign-up${hash}`)
    const sent = open(<SignUpScreen />, 'idle')
    expect(page()).toEqual(['Sign up · Auto Comment Bot', 'Sign up', 'Create an operator account.'])
    await fill()
    expect(sent).toEqual([{ type: 'register.submit', body: sentBody }])
  })

  it('waits while it signs up', () => {
    open(<SignUpScreen />, 'registering')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Signing Up...' }).disabled).toBe(true)
  })

  it.each([
    ['signUp', true],
    ['login', false],
  ] as const)('says why a %s was refused: %s', (on, isTold) => {
    open(<SignUpScreen />, 'idle', refused(on))
    expect(complaint()).toBe(isTold)
  })
})

describe('the page that sets a password', () => {
  it('sends it with the text behind the # of the address', async () => {
    window.history.replaceState(null, '', '/reset#good-once')
    const sent = open(<ResetScreen />, 'idle')
    expect(page()).toEqual([
      'Set a new password · Auto Comment Bot',
      'Set a new password',
      "Your administrator's link works once and expires after an hour.",
    ])
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
    expect(sent).toEqual([{ type: 'reset.submit', body: { token: 'good-once', password: 'correct horse' } }])
  })

  it('waits while it is set', () => {
    open(<ResetScreen />, 'resetting')
    expect(screen.getByRole('button', { name: /^Setting/ }).getAttribute('aria-busy')).toBe('true')
  })

  it.each([
    ['reset', true],
    ['signUp', false],
  ] as const)('says why a %s was refused: %s', (on, isTold) => {
    open(<ResetScreen />, 'idle', refused(on))
    expect(complaint()).toBe(isTold)
  })
})
