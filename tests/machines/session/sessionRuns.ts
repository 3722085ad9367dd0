import { type AnyStateMachine, createMachine, fromCallback } from 'xstate'
import { type AuthEvent, authMachine } from '../../../src/machines/session/auth'
import { run } from '../../support/run'

const services = [
  'restoreSession',
  'logIn',
  'answerCode',
  'signInByPasskey',
  'answerPasskey',
  'register',
  'resetPassword',
  'endSession',
  'openSession',
] as const
export const body = { email: 'ada@example.org', password: 'secret' }
export const toLogin = { type: 'navigate', to: '/login' }

export const start = (own: AnyStateMachine = createMachine({})) => {
  const elsewhere: { tell?: (event: AuthEvent) => void } = {}
  const watchSession = fromCallback(({ sendBack }) => {
    elsewhere.tell = sendBack
  })
  const session = run(authMachine, {
    services,
    actors: { watchSession, replyFlow: own, csvImport: own, taskFollow: own },
  })
  return { ...session, tell: (event: AuthEvent) => elsewhere.tell?.(event) }
}

export const signedIn = async (own?: AnyStateMachine) => {
  const session = start(own)
  await session.last('restoreSession').answer({ isSignedIn: true })
  await session.last('openSession').answer(undefined)
  return session
}

export const signedOut = async () => {
  const session = start()
  await session.last('restoreSession').answer({ isSignedIn: false })
  return session
}
