import { expect, it } from 'vitest'
import * as words from '../../src/schemas/session/session.words'

it('the sentences of session', () => {
  expect({
    ...words,
    wrongHost: words.wrongHost('name'),
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
    noPasskeySupport: 'This browser does not support passkeys. Use another browser',
    passkeyTimeout: 'The request timed out. Try again',
    passkeyNotUsed:
      'No passkey was used: the request was cancelled, or this device has no passkey for this server. Try again',
    passkeyUnprotected: 'This device cannot protect a passkey with a PIN, fingerprint or face. Use another device',
    passkeyExists: 'This device already has one of your passkeys',
    wrongHost: 'Passkeys of this server work only at name. Open the console there',
    passkeyFailed: 'The device reported an error. Try again, or use another device',
    invalidCode: 'This is not a valid code',
    codeRequired: 'Enter a code',
    codeTooShort: 'A code has at least six digits',
  })
})
