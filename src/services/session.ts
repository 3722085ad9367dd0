import { settingsPagePath } from '../schemas/paths'
import type { Api } from './api/api'
import type { Session } from './services'
import { type OperatorStore, plainAddress } from './storage/operatorStore'
import type { TokenStore } from './storage/tokenStore'

export interface SessionDependencies {
  api: Pick<Api, 'login' | 'answerLogin' | 'logout'>
  signInByPasskey: (question: PasskeyQuestion, signal: AbortSignal) => Promise<PasskeyAnswer>
  tokens: TokenStore
  operators: OperatorStore
  /** Deletes other data of the operator with this digest. */
  forget: (operator: string) => void
  place: () => string
}

/** With a challenge, the passkey answers a sign-in whose password was correct. */
export interface PasskeyQuestion {
  challenge?: string
  remember_me?: true | undefined
}

export interface PasskeyAnswer {
  access_token: string
  email: string
}

export interface ExpirableSession extends Session {
  /** A token that is no longer stored changes nothing. */
  expire(refused: string | undefined): void
  /** The server refuses everything until the operator sets up a second factor. */
  mustEnrol(): void
  /** The digest of the operator in this tab, or of the last one; '' if unknown. */
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
  /** Undefined if there was no session, or a logout ended it. */
  let known: string | undefined
  /** Only in memory. */
  let signedInAs: string | undefined
  let waiting: { email: string; challenge: string } | undefined

  const started = () => {
    if (!waiting) throw new Error('No sign-in')
    return waiting
  }

  const endOnServer = (token: string) =>
    api.logout({ headers: { Authorization: `Bearer ${token}` } }).catch(() => undefined)

  /** True if the operator is known to differ from this tab's last one. */
  const takesOver = (email: string) => {
    const next = operators.current()
    if (operator !== '' && next !== '') return next !== operator
    return signedInAs !== undefined && plainAddress(signedInAs) !== plainAddress(email)
  }

  /** The server also ends the replaced session; nobody waits for that. */
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

  /** If operators are not separated, a foreign token counts as another operator's. */
  const isOfAnother = (token: string) =>
    operators.current() !== operator || (operator === '' && known !== undefined && token !== known)

  /** A cancelled sign-in leaves no session behind. */
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
      const { email, challenge } = started()
      await begin(email, await api.answerLogin({ body: { challenge, code } }))
    },
    answerPasskey: async (signal) => beginByPasskey({ challenge: started().challenge }, signal),
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
        /** In its own task, after nothing of the ended session is shown. */
        setTimeout(onRestored)
      })
    },
  }
}

const isElsewhere = (place: string): boolean =>
  place.startsWith('/admin') && place.replace(/\?.*/, '') !== settingsPagePath('security')
