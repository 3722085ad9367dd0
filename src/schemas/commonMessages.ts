/** The fixed texts that the pages before the login need, too; all of them are in `messages`. */
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
  },
  list: { empty: 'No results.', loading: 'Loading...' },
} as const

export const formMessages = { updating: 'Updating in...' } as const
