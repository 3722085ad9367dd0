import { ownAccountPath } from '../schemas/paths'
import type { Api } from './api'
import { type OperatorStore, plainAddress } from './operatorStore'
import type { Session } from './services'
import type { TokenStore } from './tokenStore'

export interface SessionDependencies {
  api: Pick<Api, 'login' | 'answerLogin' | 'logout'>
  /** Its code comes when it is first asked for. */
  signInByPasskey: (question: PasskeyQuestion, signal: AbortSignal) => Promise<PasskeyAnswer>
  tokens: TokenStore
  operators: OperatorStore
  /** Drops what this browser keeps besides for the operator of that digest. */
  forget: (operator: string) => void
  /** The path and query that the operator is at. */
  place: () => string
}

/** What a passkey is for: for a sign-in whose password was right, where there is a challenge. */
export interface PasskeyQuestion {
  challenge?: string
  remember_me?: true | undefined
}

export interface PasskeyAnswer {
  access_token: string
  /** Whose passkey it was. */
  email: string
}

export interface ExpirableSession extends Session {
  /** The server refused this token. A token that is no longer the stored one changes nothing. */
  expire(refused: string | undefined): void
  /** The server refuses everything until the operator sets up a second factor. */
  mustEnrol(): void
  /** The digest of whose session this tab is in, or was in last; '' where it is not known. */
  operator(): string
}

export const createSession = ({
  api,
  signInByPasskey,
  tokens,
  operators,
  forget,
  place,
}: SessionDependencies): ExpirableSession => {
  let tellExpired: (at: string, email?: string) => void = () => {}
  let tellMustEnrol: () => void = () => {}
  let operator = operators.current()
  /** Of the session that this tab is in, or was in last; undefined where it was in none, or ended it by a logout. */
  let known: string | undefined
  /** Who signed in on this page: kept in its memory alone. */
  let signedInAs: string | undefined
  /** The sign-in that waits for a second factor. */
  let waiting: { email: string; challenge: string } | undefined

  const begun = () => {
    if (!waiting) throw new Error('No sign-in')
    return waiting
  }

  const endOnServer = (token: string) =>
    api.logout({ headers: { Authorization: `Bearer ${token}` } }).catch(() => undefined)

  /** Whether that operator is known to be another than whose session this tab was in last. */
  const takesOver = (email: string) => {
    const next = operators.current()
    if (operator !== '' && next !== '') return next !== operator
    return signedInAs !== undefined && plainAddress(signedInAs) !== plainAddress(email)
  }

  /** The session that it replaces ends on the server, too; nobody waits for that. */
  const begin = async (email: string, { access_token }: { access_token: string }) => {
    await operators.remember(email)
    if (takesOver(email)) tellExpired('')
    operator = operators.current()
    signedInAs = email
    const replaced = tokens.get()
    tokens.set(access_token)
    known = access_token
    if (replaced !== undefined) void endOnServer(replaced)
  }

  /** Where nobody is told apart, a token that is not this tab's is taken for another operator's. */
  const isOfAnother = (token: string) =>
    operators.current() !== operator || (operator === '' && known !== undefined && token !== known)

  /** A sign-in that was given up before the server answered leaves no session behind. */
  const beginByPasskey = async (question: PasskeyQuestion, signal: AbortSignal) => {
    const answer = await signInByPasskey(question, signal)
    if (signal.aborted) await endOnServer(answer.access_token)
    else await begin(answer.email, answer)
  }

  return {
    operator: () => operator,
    restore: () => {
      known = tokens.get()
      return known !== undefined
    },
    logIn: async (body) => {
      const { email } = body
      const answer = await api.login({ body })
      if ('challenge' in answer) {
        waiting = { email, challenge: answer.challenge }
        return { factors: answer.factors }
      }
      await begin(email, answer)
      return { factors: [] }
    },
    answerCode: async (code) => {
      const { email, challenge } = begun()
      await begin(email, await api.answerLogin({ body: { challenge, code } }))
    },
    answerPasskey: async (signal) => beginByPasskey({ challenge: begun().challenge }, signal),
    signInByPasskey: (body, signal) => beginByPasskey(body, signal),
    end: async () => {
      const token = tokens.get()
      tokens.clear()
      known = undefined
      signedInAs = undefined
      forget(operator)
      if (token) await endOnServer(token)
    },
    expire: (refused) => {
      if (refused !== tokens.get()) return
      tokens.clear()
      tellExpired(place(), signedInAs)
    },
    mustEnrol: () => {
      if (isElsewhere(place())) tellMustEnrol()
    },
    watch: ({ onExpired, onRestored, onMustEnrol }) => {
      tellExpired = onExpired
      tellMustEnrol = onMustEnrol
      return tokens.watch((token) => {
        if (!token) return onExpired(place())
        const isAnother = isOfAnother(token)
        operator = operators.current()
        known = token
        if (!isAnother) return onRestored()
        signedInAs = undefined
        onExpired('')
        /** In a task of its own, when nothing of the session that ended is shown any more. */
        setTimeout(onRestored)
      })
    },
  }
}

const isElsewhere = (place: string): boolean =>
  place.startsWith('/admin') && place.replace(/\?.*/, '') !== ownAccountPath
