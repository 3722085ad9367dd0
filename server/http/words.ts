export const tooManyAttempts = 'Too many attempts'
export const personNeeded = 'Only a signed-in person may do this, not an API token'
export const scopeNeeded = 'This needs an API token with the scope draft; yours has the scope read'
export const noOperator = 'This route has no signed-in operator'
export const administratorNeeded = 'Only an administrator may do this'
export const tooManyCalls = 'Too many of your calls are waiting. Try again in a few seconds'
export const badAddress = 'The address is not a valid URL'
export const tooOften = 'You have made this request too often'
export const sendJson = 'Send JSON, with content-type application/json'
export const badJson = 'The request is not valid JSON'
export const badRequest = 'The request is not valid'
export const serverFault = 'Something went wrong on the server'
export const tooLargeKb = (kb: number): string => `The request is larger than ${kb} KB`
export const tooLargeMb = (mb: number): string => `The request is larger than ${mb} MiB`
export const oneHost = 'Send one Host header'
export const badHost = 'The Host header is not valid'
export const otherName = 'This server has another name: use the address in PUBLIC_ORIGIN'
export const callerLeft = 'The caller closed the connection'
export const xAnswersAgain = (detail: string, wait: string, clock: string): string =>
  `X: ${detail} X answers again in ${wait}, at ${clock} UTC.`
export const tooDeep = (deepest: number): string => `Nested deeper than ${deepest}`
export const unknownKey = (key: string): string => `Unrecognized key: "${key}"`
export const badText = 'contains a character that is not valid text'
export const stopping = 'The server is stopping. Try again'
export const tooManyWindows = 'You have this console open in too many windows at once'
export const tryAgainIn = (detail: string, seconds: number): string => `${detail}. Try again in ${seconds} seconds`
export const headersTooLarge = 'The headers are too large'
export const tooSlow = 'The request took too long'
export const badHttp = 'The request is not valid HTTP'
export const signIn = 'Sign in to continue'
export const routeNotFound = 'Not found'
export const wasNotFound = (what: string): string => `${what} was not found`
export const metricsToken = 'Send METRICS_TOKEN as a bearer token'
