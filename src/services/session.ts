import type { Api } from './api'
import type { OperatorStore } from './operatorStore'
import type { DraftStore, SendKeys, Session } from './services'
import type { TokenStore } from './tokenStore'

export interface SessionDependencies {
  api: Pick<Api, 'login' | 'logout'>
  tokens: TokenStore
  operators: Pick<OperatorStore, 'remember'>
  drafts: Pick<DraftStore, 'clear'>
  sendKeys: Pick<SendKeys, 'clear'>
  /** The path and query that the operator is at. */
  place: () => string
}

export interface ExpirableSession extends Session {
  /** The server refused this token. A token that is no longer the stored one changes nothing. */
  expire(refused: string | undefined): void
}

export const createSession = ({
  api,
  tokens,
  operators,
  drafts,
  sendKeys,
  place,
}: SessionDependencies): ExpirableSession => {
  const expiryListeners = new Set<(at: string) => void>()
  return {
    isSignedIn: () => tokens.get() !== undefined,
    logIn: async (body) => {
      const { access_token } = await api.login({ body })
      await operators.remember(body.email)
      tokens.set(access_token)
    },
    end: async () => {
      const token = tokens.get()
      tokens.clear()
      drafts.clear()
      sendKeys.clear()
      if (token) await api.logout({ headers: { Authorization: `Bearer ${token}` } }).catch(() => undefined)
    },
    expire: (refused) => {
      if (refused !== tokens.get()) return
      tokens.clear()
      for (const tell of expiryListeners) tell(place())
    },
    watch: ({ onExpired, onRestored }) => {
      expiryListeners.add(onExpired)
      const stopWatchingTabs = tokens.watch((token) => (token ? onRestored() : onExpired(place())))
      return () => {
        expiryListeners.delete(onExpired)
        stopWatchingTabs()
      }
    },
  }
}
