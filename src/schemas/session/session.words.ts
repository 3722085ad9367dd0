export const loginLead = 'Sign in to the operator console.'
export const sessionEnded = 'Your session has ended. Sign in again as the same operator to continue where you were.'
export const rememberMe = 'Remember me'
export const forgotPassword = 'Forgot password?'
export const signInWithPasskey = 'Sign in with a passkey'
export const enterCode = 'Enter your code'
export const usePasskey = 'Use your passkey'
export const codeSources = 'Use a code from your authenticator app, or a recovery code.'
export const orRecoveryCode = 'Or enter a recovery code.'
export const useAPasskey = 'Use a passkey'
export const cancelPasskey = 'Cancel waiting for your passkey'
export const backToLogin = 'Back to login'
export const signUpLead = 'Create an operator account.'
export const alreadyRegistered = 'Already have an account?'
export const setNewPassword = 'Set a new password'
export const linkWorksOnce = "Your administrator's link works once and expires after an hour."

export const noPasskeySupport = 'This browser does not support passkeys. Use another browser'
export const passkeyTimeout = 'The request timed out. Try again'
export const passkeyNotUsed =
  'No passkey was used: the request was cancelled, or this device has no passkey for this server. Try again'
export const passkeyUnprotected =
  'This device cannot protect a passkey with a PIN, fingerprint or face. Use another device'
export const passkeyExists = 'This device already has one of your passkeys'
export const wrongHost = (name: string): string =>
  `Passkeys of this server work only at ${name}. Open the console there`
export const passkeyFailed = 'The device reported an error. Try again, or use another device'
export const invalidCode = 'This is not a valid code'
export const codeRequired = 'Enter a code'
export const codeTooShort = 'A code has at least six digits'
