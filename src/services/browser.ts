import { authCalls, setupHeader } from '../schemas/session/auth'
import { metaCalls } from '../schemas/system'
import { type ApiDependencies, createApi } from './api/api'
import { bootAnswers } from './api/earlyAnswers'
import { createMetaReader } from './api/meta'
import { createRequestLog } from './api/requestLog'
import type { Services } from './services'
import { createSession, type ExpirableSession } from './session'
import { openStorage } from './storage/openStorage'
import { createOperatorStore } from './storage/operatorStore'
import { operatorKeys, sendsKey } from './storage/storageKeys'
import { createTokenStore } from './storage/tokenStore'

/** `baseUrl`, e.g. `/api/v1`. */
export const createBrowserServices = ({
  baseUrl,
  fetch = (...request) => window.fetch(...request),
}: {
  baseUrl: string
  fetch?: typeof globalThis.fetch
}): Services & { session: Pick<ExpirableSession, 'operator'> } => {
  const { crypto } = window
  const localStorage = openStorage(() => window.localStorage)
  const sessionStorage = openStorage(() => window.sessionStorage)
  const tokens = createTokenStore(localStorage, window)
  const operators = createOperatorStore(localStorage, crypto.subtle)
  const requests = createRequestLog()
  const access: ApiDependencies = {
    baseUrl,
    token: tokens.get,
    onUnauthorized: (refused) => session.expire(refused),
    onMustEnrol: () => session.mustEnrol(),
    isOurs: () => meta.isOurs(),
    fetch,
    note: requests.note,
  }
  const metaAccess = { ...access, isOurs: () => true, fetch: bootAnswers.before(fetch) }
  const meta = createMetaReader(createApi(metaCalls, metaAccess), localStorage, baseUrl)
  const api = createApi(authCalls, access)
  const session = createSession({
    api,
    signInByPasskey: async (question, signal) =>
      (await import('./passkeySignIn')).signInByPasskey(access, question, signal),
    tokens,
    operators,
    forget: (operator) => {
      for (const key of [...operatorKeys(operator), sendsKey]) {
        localStorage.removeItem(key)
        sessionStorage.removeItem(key)
      }
    },
    place: () => `${window.location.pathname}${window.location.search}`,
  })
  return {
    session,
    requests,
    meta,
    register: ({ setup, ...body }) =>
      api.register({ body, ...(setup === undefined ? {} : { headers: { [setupHeader]: setup } }) }),
    resetPassword: (body) => api.resetPassword({ body }),
    openConsole: async () => {
      const { createConsoleServices } = await import('./browserConsole')
      return createConsoleServices(access, session.operator, {
        localStorage,
        sessionStorage,
        keepsSession: tokens.isPersistent,
        meta,
      })
    },
  }
}
