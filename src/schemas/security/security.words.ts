export const noAccountDetails = 'This server does not provide account details.'
export const settingsNotLoaded = 'Your settings could not be loaded. Check the connection, then try again.'
export const administratorNotice =
  'You are the administrator of this server, because you are its first operator. Other people sign up with an invitation from you. You manage operators, their limits and the sign-in log in Settings.'
export const passwordLead = 'Changing your password signs you out everywhere else.'
export const passwordChanged = 'Password changed. You are signed out everywhere else.'
export const signOutElsewhere = 'Sign out everywhere else'
export const signedOutElsewhere = 'You are signed out everywhere else.'
export const unknownDevice = 'Unknown device'
export const endSession = (device: string | null): string => `End the session on ${device || 'an unknown device'}`
export const sessionEnded = 'Session ended'
export const factorOff =
  'The second factor is off: a stolen password is enough to sign in as you. With an authenticator app, sign-in also asks for a code.'
export const factorFirst = 'Set up a second factor below first. Until then, the server refuses everything else.'
export const passwordNeeded =
  'Creating API tokens, ending sessions and managing operators needs your password. The confirmation is valid for ten minutes.'
export const passwordToConfirm = 'Password to confirm it is you'
export const confirmItIsMe = 'Confirm it is me'
export const setUpApp = 'Set up an authenticator app'
export const scanCode =
  'Scan this code with your authenticator app, or type the key into the app. Then enter the code that the app shows.'
export const copyKey = 'Copy the key'
export const codeFromApp = 'Code from the app'
export const onByPasskey = 'The second factor is on: sign-in asks for a passkey after your password'
export const onSince = 'On since'
export const factorSummary = (codes: number, proof: string): string =>
  `, with ${codes} recovery ${codes === 1 ? 'code' : 'codes'} left. Ending sessions, or changing your password, an account's credentials or this setting, needs ${proof}. The confirmation is valid for ten minutes.`
export const passkeyOrRecoveryCode = 'a passkey or a recovery code'
export const codeOrPasskey = 'a code or a passkey'
export const aCode = 'a code'
export const confirmWithPasskey = 'Confirm with a passkey'
export const confirmedUntil = 'Your identity is confirmed until'
export const newRecoveryCodes = 'Create new recovery codes'
export const turnOffApp = 'Turn off the authenticator app?'
export const passkeysRemain = 'Sign-in no longer asks for codes from the app. It still asks for your passkeys.'
export const passwordRemains = 'After that, your password is enough to sign in, and the recovery codes stop working.'
export const askNewRecoveryCodes = 'Create new recovery codes?'
export const currentCodesStop = 'Your current codes stop working immediately.'
export const createNewCodes = 'Create new codes'
export const storeRecoveryCodes =
  'Store these recovery codes with your passwords. Each code signs you in once if you lose your app or passkey. They are shown only once.'
export const savedCodes = 'I saved these codes'
export const copyRecoveryCodes = 'Copy the recovery codes'
export const factorTurnedOn = 'Second factor turned on. You are signed out everywhere else.'
export const factorTurnedOff = 'Second factor turned off'
export const factorUnclear =
  'The server did not answer. Check whether your second factor is on. If it is, create new recovery codes.'
export const passkeysLead =
  'Sign in with a fingerprint, face, PIN or security key. A passkey also replaces the code that is asked for after your password.'
export const confirmIdentityAbove = 'Confirm your identity above before you add or remove a passkey.'
export const passkeyName = 'Passkey name'
export const passkeyNameHint = 'For example, the device that holds the passkey.'
export const passwordForPasskey = 'Your password, to add a passkey'
export const waitingForDevice = 'Waiting for your device...'
export const addPasskey = 'Add a passkey'
export const passkeyAdded = 'Passkey added'
export const newPasskeyName = (label: string): string => `New name for ${label}`
export const thisPasskey = 'this passkey'
export const passkeyRemoval = 'This passkey no longer signs you in. Delete it on its device too.'
export const passkeyRemoved = 'Passkey removed'
export const lastPasskeyRemoval =
  'This passkey no longer signs you in. Delete it on its device too. Without an authenticator app, your password is then enough to sign in.'
export const onOneDevice = ', on one device only'
export const blockedSince = 'Blocked since'
export const blockedBecause =
  ", because its counter went backwards: the passkey may have been copied, or this server's database was restored. Remove the passkey and add a new one."
export const enterPasskeyName = 'Enter a name'
export const daysRange = 'Must be 1 to 365 days'
export const tokensLead =
  'Scripts and agents use API tokens to read your data or draft replies. They cannot send replies. Changing your password or signing out everywhere else revokes all tokens.'
export const readAndDraft = 'Read and draft'
export const storeToken = 'Store the token'
export const storeTokenWhere = 'where your script reads it. It is shown only once.'
export const copyToken = 'Copy the token'
export const storedToken = 'I stored the token'
export const tokenName = 'Token name'
export const tokenExpiry = 'Expires after (days)'
export const createToken = 'Create an API token'
export const thisToken = 'this API token'
export const tokenRevocation = 'Scripts that use this token are refused immediately. You cannot restore it.'
export const tokenRevoked = 'API token revoked'
export const operatorsLead = 'As an administrator, you manage who can sign in.'
export const inviteOperator = 'Invite an operator'
export const operatorDeletion =
  'This also deletes their connected accounts, AI characters, groups, replies and tasks. Posts stay on X, and audit trail entries stay here.'
export const operatorDeleted = 'Operator deleted.'
export const turnOffFactorOf = (email: string | undefined): string =>
  `Turn off the second factor of ${email ?? 'this operator'}?`
export const factorRemoval =
  'This deletes their authenticator app, passkeys and recovery codes, and signs them out everywhere. After that, a password is enough to sign in as this operator.'
export const turnOffFactor = 'Turn off second factor'
export const turnOffFactorLabel = (email: string): string => `Turn off second factor of ${email}`
export const factorOfOperatorOff = 'Second factor turned off. The operator is signed out everywhere.'
export const sendResetLink = (email: string): string =>
  `Send this link to ${email}. Setting a new password with it signs them out everywhere.`
export const sendInvitation = 'Send this link to the new operator.'
export const linkWorksOnce = 'The link is shown only once and works only once, until'
export const copyLink = 'Copy the link'
export const copyInvitation = 'Copy the invitation'
export const openGrants = 'Active links and API tokens'
export const openLinks = 'Active links'
export const grantPurposes = {
  invitation: 'Invitation',
  setup: 'Setup link',
  reset: 'Password reset',
  apiToken: 'API token',
}
export const createdBy = 'Created by'
export const commandLine = 'the command line'
export const validUntil = ', valid until'
export const lastSeen = 'Last seen'
export const notSignedIn = 'Not signed in'
export const limitsOf = (email: string): string => `Limits of ${email}`
export const changeAdministrator = (isAdmin: boolean, email: string): string =>
  `${isAdmin ? 'Remove' : 'Make'} administrator ${email}`
export const thisIsYou = 'This is you'
export const resetPasswordOf = (email: string): string => `Reset password of ${email}`
export const operatorDisabled = 'Operator disabled. Their queued replies will not be sent.'
export const operatorEnabled = 'Operator re-enabled.'
export const administratorNamed = 'The operator is now an administrator.'
export const administratorRemoved = 'The operator is no longer an administrator. Links that they created are revoked.'
export const grantRevoked = 'Access revoked.'
export const signInLog = 'Sign-in log'
export const searchSignInLog = 'Search the log'
export const signInLogLead = 'Sign-ins, refused sign-ins, and changes to passwords, sessions, API tokens and operators.'
export const unknownAnswers = 'Answers from X that this version does not know'
export const unknownAnswersLead =
  'These refusals have new words. If many arrive in one day, X has probably changed its rules. Look for a newer version of this server.'
export const noUnknownAnswers = 'X has sent no answers that this version does not know.'
export const unknownAnswersTable = 'Unknown answers from X'
export const wordsOfX = "X's words"
export const handledAs = 'Handled as'
export const waitsForManual = 'Reply waits for manual posting'
export const lookedFor = 'Checked on X'
export const accountStopped = 'Account set inactive'
export const section = 'Section'
export const administrator = 'Administrator'
export const operator = 'Operator'
export const onlyAdministrators = 'Only administrators can open this page.'
