export const currentPassword = 'the current password'
export const wrongPassword = 'This is not your password'
export const disabled = 'This operator is disabled. Ask an administrator to enable it'
export const tooManyTokens = (most: number): string => `You already have ${most} API tokens. Revoke one to add another`
export const tokenNameInUse = 'An API token with this name exists. Choose another name, or revoke that token first'
export const lastAdministrator = 'This is the last administrator. Make another operator administrator first'
export const disableFirst = 'Disable this operator first, so that nothing more is sent'
export const replyUnderWay = 'A reply of this operator is being sent. Try again in a minute'
export const linkUsed = 'This link was already used or has expired'
export const enableFirst = 'This operator is disabled. Enable the operator first'
export const tookTooLong = 'This took too long or was already answered. Try again'
export const passkeyUnknown = 'This passkey is not registered here. Use another passkey or your password'
export const passkeyRefused = 'This passkey was rejected. Try again, or sign in another way'
export const passkeyCopied =
  'This passkey may have been copied, because its counter went back. It is now blocked: remove it and add a new one'
export const passkeyBlocked = 'This passkey is blocked. Sign in another way, remove it in Settings and add a new one'
export const tooManyPasskeys = (most: number): string => `You have ${most} passkeys already. Remove one to add another`
export const passkeyExists = 'This passkey is already registered'
export const passkeyNameInUse = 'label: A passkey with this name exists. Choose another name'
export const confirmFirst = 'Confirm your identity in Settings, Security, then try again'
export const wrongTooOften = 'Too many wrong confirmations in this session. Sign in again'
export const factorOn = 'Your second factor is already on. Switch it off first'
export const factorAlreadyOn = 'Your second factor is already on'
export const factorOff = 'No second factor is switched on'
export const signInTooLong = 'This sign-in took too long or had too many codes. Start again'
export const wrongSignIn = 'Incorrect email or password'
export const signUpClosed = 'Sign-up is closed on this server'
export const passwordTooShort = (length: number): string => `Password must be at least ${length} characters long`
export const emailInUse = 'An operator with this email exists already'
export const setupLinkNeeded =
  'The first sign-up needs the setup link that the server printed at its start. Restart the server for a new link, or run npm run operators -- invite'
export const notYourself = 'You cannot do this to yourself. Ask another administrator'
export const noPasskey = 'You have no passkey'
export const codeNeeded = 'Confirm with your second factor, not your password'
export const tooManyAttempts = 'Too many attempts. Try again in 30 seconds'
export const tooManyCodes = 'Too many wrong codes. Wait an hour, or use a recovery code'
export const factorUnreadable =
  'This second factor cannot be used any more. Use a recovery code, or ask an administrator'
export const wrongCode = 'This code is wrong or was already used'
export const ownName = (field: string): string =>
  `${field}: This password is your own address or name. Choose another password`
export const tooCommon = (field: string): string =>
  `${field}: This password is too common. Choose a longer, less predictable password`
export const tooManySignIns = 'Too many people are signing in at once. Try again in a few seconds'
export const hostNeededAt = (origin: string): string => `Passkeys need a host name. Open the console at ${origin}`
export const hostNeeded = 'Passkeys need a host name. Ask your administrator to set PUBLIC_ORIGIN to a domain name'
export const httpsNeeded = 'Passkeys need https. Ask your administrator to put TLS in front of this server'
export const linkOrToken = 'Link or token'
