import { expect, it } from 'vitest'
import * as words from '../../src/schemas/session.words'

it('has the sentences of session', () => {
  expect({
    ...words,
  }).toEqual({
    loginLead: 'Sign in to the operator console.',
    sessionEnded: 'Your session has ended. Sign in again as the same operator to continue where you were.',
    rememberMe: 'Remember me',
    forgotPassword: 'Forgot password?',
    signInWithPasskey: 'Sign in with a passkey',
    enterCode: 'Enter your code',
    usePasskey: 'Use your passkey',
    codeSources: 'Use a code from your authenticator app, or a recovery code.',
    orRecoveryCode: 'Or enter a recovery code.',
    useAPasskey: 'Use a passkey',
    cancelPasskey: 'Cancel waiting for your passkey',
    backToLogin: 'Back to login',
    signUpLead: 'Create an operator account.',
    alreadyRegistered: 'Already have an account?',
    setNewPassword: 'Set a new password',
    linkWorksOnce: "Your administrator's link works once and expires after an hour.",
  })
})
