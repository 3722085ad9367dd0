/** Apart from `messages`, so that the public pages download only these. */
export const publicMessages = {
  failure: 'An error occurred',
  auth: {
    emailRequired: 'Email is required',
    emailInvalid: 'Invalid email address',
    passwordRequired: 'Password is required',
    passwordShortLogin: 'Password must be at least 3 characters long',
    passwordShortSignUp: 'Password must be at least 6 characters long',
    usernameRequired: 'Username is required',
    loggedIn: 'Login Successful!',
    registered: 'Registration Successful!',
    loggingIn: 'Logging in...',
    signingUp: 'Signing Up...',
    passwordSet: 'Password set. Log in with the new password.',
    settingPassword: 'Setting...',
    linkIncomplete: 'The link is incomplete. Open it exactly as you received it.',
  },
  crash: {
    composer: 'The composer stopped because of an error. Your draft is kept.',
    csvImport: 'The import stopped because of an error. Accounts added before the error are in the list.',
    reply: 'One reply stopped because of an error. Its text is kept.',
    edit: 'The edit dialog stopped because of an error. Your text is kept.',
    draft: 'Your draft is no longer saved on this device. Send it before you close the page.',
    list: 'A list stopped because of an error. Reload the page to load it again.',
    manualPosting: 'This page can no longer detect that you returned from X. Press Check to look for the post.',
    follow: 'This page no longer follows your tasks. See History for their outcome.',
    watch: 'This tab can no longer detect a sign-out in another tab.',
  },
  list: { empty: 'No results.', loading: 'Loading...' },
} as const

export const formMessages = { updating: 'Updating in...' } as const

export const copyMessages = { copied: 'Copied', copyFailed: 'Oops, unable to copy' } as const
