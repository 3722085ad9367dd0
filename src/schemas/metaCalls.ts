import { type Call, call } from './call'
import { meta } from './meta'

/** What every page of the console asks first. */
export const metaCalls = {
  getMeta: call({
    method: 'GET',
    path: '/meta',
    auth: false,
    status: 200,
    answer: meta,
    reads: 'required',
  }),
} satisfies Record<string, Call>
