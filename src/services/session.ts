import type { Api } from './api'
import type { OperatorStore } from './operatorStore'
import type { Session } from './services'
import type { TokenStore } from './tokenStore'

export interface SessionDependencies {
  api: Pick<Api, 'login' | 'answerLogin' | 'logout'>
  tokens: TokenStore
  operators: OperatorStore
  /** Drops what this browser keeps besides for the operator of that digest. */
  forget: (operator: string) => void
  /** The path and query that the operator is at. */
  place: () => string
}

export interface ExpirableSession extends Session {
  /** The server refused this token. A token that is no longer the stored one changes nothing. */
  expire(refused: string | undefined): void
  /** The digest of whose session this tab is in, or was in last; '' where it is not known. */
  operator(): string
}

export const createSession = ({ api, tokens, operators, forget, place }: SessionDependencies): ExpirableSession => {
  let tellExpired: (at: string) => void = () => {}
  let operator = operators.current()
  /** Finishes the sign-in that waits for a code of the second factor. */
  let finish = async (_code: string): Promise<void> => {
    throw new Error('No sign-in')
  }

  const endOnServer = (token: string) =>
    api.logout({ headers: { Authorization: `Bearer ${token}` } }).catch(() => undefined)

  /** The session that it replaces ends on the server, too; nobody waits for that. */
  const begin = async (email: string, { access_token }: { access_token: string }) => {
    await operators.remember(email)
    operator = operators.current()
    const replaced = tokens.get()
    tokens.set(access_token)
    if (replaced !== undefined) void endOnServer(replaced)
  }

  return {
    operator: () => operator,
    isSignedIn: () => tokens.get() !== undefined,
    logIn: async (body) => {
      const { email } = body
      const answer = await api.login({ body })
      const asksCode = 'challenge' in answer
      if (asksCode) {
        const { challenge } = answer
        finish = async (code) => begin(email, await api.answerLogin({ body: { challenge, code } }))
      } else await begin(email, answer)
      return { asksCode }
    },
    answerCode: (code) => finish(code),
    end: async () => {
      const token = tokens.get()
      tokens.clear()
      forget(operator)
      if (token) await endOnServer(token)
    },
    expire: (refused) => {
      if (refused !== tokens.get()) return
      tokens.clear()
      tellExpired(place())
    },
    watch: ({ onExpired, onRestored }) => {
      tellExpired = onExpired
      return tokens.watch((token) => {
        if (!token) onExpired(place())
        else if (operators.current() === operator) onRestored()
        else {
          operator = operators.current()
          onExpired('')
          /** In a task of its own, when nothing of the session that ended is shown any more. */
          setTimeout(onRestored)
        }
      })
    },
  }
}
