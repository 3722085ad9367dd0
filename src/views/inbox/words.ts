import { atHandle } from '../../schemas/handle'
import type { Mention } from '../../schemas/inbox'
import * as words from '../../schemas/inbox.words'

/** "mentions @ada" */
export const whatItDoes = ({ kind, account_username }: Mention): string =>
  `${words.mentions[kind]} ${atHandle(account_username)}`
