import { dollars, priceOfReading } from '../../../src/schemas/usage/money'
import { audited } from '../../db/trail/audit'
import type { AppDeps } from '../../deps'
import type { Routes } from '../../http/define'
import { unlimited } from '../../usage/budgets.store'
import { addPerson, deletePerson, listDoNotReply } from './doNotReply.store'
import { type InboxWords, listInbox, setDismissed } from './list'
import { switchWatch } from './watches'

export const register = (routes: Routes, { db, settings, inbox, money = unlimited }: AppDeps): void => {
  const words: InboxWords = {
    postBaseUrl: settings.meta.x_post_base_url,
    priceOf: (reads) => {
      const micros = priceOfReading(money.card.prices, { posts: reads, users: reads })
      return micros === null ? null : `about ${dollars(Math.ceil(micros / cent) * cent)}`
    },
  }

  routes.on('getInbox', ({ ownerId, query }) => listInbox(db, ownerId, query, words))

  routes.on('updateMention', ({ ownerId, params, body }) =>
    audited(
      db,
      ownerId,
      body.state === 'dismissed' ? 'mention.dismissed' : 'mention.broughtBack',
      (trx) => setDismissed(trx, ownerId, params.mentionId, body.state === 'dismissed', words),
      ({ account_username, author_username, tweet_id }) => ({
        subject: account_username,
        detail: `post ${tweet_id} of @${author_username}`,
      }),
    ),
  )

  routes.on('updateWatch', async ({ ownerId, params, body }) => {
    const watch = await audited(
      db,
      ownerId,
      body.on ? 'mentions.switchedOn' : 'mentions.switchedOff',
      (trx) => switchWatch(trx, ownerId, params.accountId, body.on, words),
      ({ account_username }) => ({ subject: account_username }),
    )
    inbox?.wake()
    return watch
  })

  routes.on('listDoNotReply', ({ ownerId }) => listDoNotReply(db, ownerId))

  routes.on('addDoNotReply', ({ ownerId, body }) =>
    audited(db, ownerId, 'person.listed', (trx) => addPerson(trx, ownerId, body), named),
  )

  routes.on('deleteDoNotReply', ({ ownerId, params }) =>
    audited(db, ownerId, 'person.removed', (trx) => deletePerson(trx, ownerId, params.personId), named),
  )
}

/** Micro-dollars. */
const cent = 10_000

const named = ({ username }: { username: string }) => ({ subject: username })
