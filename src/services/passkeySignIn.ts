import { passkeySignInCalls } from '../schemas/session/passkeySignIn'
import { type ApiDependencies, createApi } from './api/api'
import { getPasskey } from './passkeyCeremony'
import type { PasskeyAnswer, PasskeyQuestion } from './session'

export const signInByPasskey = async (
  access: ApiDependencies,
  { challenge, remember_me }: PasskeyQuestion,
  signal: AbortSignal,
): Promise<PasskeyAnswer> => {
  const api = createApi(passkeySignInCalls, access)
  const question = challenge === undefined ? {} : { challenge }
  const credential = await getPasskey(await api.startPasskeySignIn({ body: question }), signal)
  return api.answerPasskeySignIn({ body: { ...question, ...(remember_me ? { remember_me } : {}), credential } })
}
