import { loginAnswer, loginBody, registerBody } from './auth'
import { nothing } from './base'
import { type Call, call } from './call'

/** The calls of the contract that begin and end a session: all that the public pages make. */
export const authCalls = {
  login: call({
    method: 'POST',
    path: '/auth/login',
    auth: false,
    body: loginBody,
    status: 200,
    answer: loginAnswer,
    reads: 'required',
  }),
  register: call({
    method: 'POST',
    path: '/auth/register',
    auth: false,
    body: registerBody,
    status: 201,
    answer: nothing,
    reads: 'ignored',
  }),
  logout: call({
    method: 'POST',
    path: '/auth/logout',
    auth: true,
    status: 204,
    answer: nothing,
    reads: 'ignored',
  }),
} satisfies Record<string, Call>
