import { audited } from '../db/audit'
import type { AppDeps } from '../deps'
import type { Routes } from '../http/define'
import { addPerson, deletePerson, listDoNotReply } from '../repositories/doNotReply'
import { type InboxWords, listInbox, setDismissed } from '../repositories/inbox'
import { switchWatch } from '../repositories/watches'

/** What others say to the media agents, and whom none of them replies to. */
export const register = (routes: Routes, { db, settings }: AppDeps): void => {
  const words: InboxWords = {
    postBaseUrl: settings.meta.x_post_base_url,
    priceOf: (reads) => (settings.meta.sandbox ? null : `about $${(reads * postReadUsd).toFixed(2)}`),
  }

  routes.on('getInbox', ({ ownerId, query }) => listInbox(db, ownerId, query, words))

  routes.on('updateMention', ({ ownerId, params, body }) =>
    setDismissed(db, ownerId, params.mentionId, body.state === 'dismissed', words),
  )

  routes.on('updateWatch', ({ ownerId, params, body }) =>
    audited(
      db,
      ownerId,
      body.on ? 'mentions.switchedOn' : 'mentions.switchedOff',
      (trx) => switchWatch(trx, ownerId, params.accountId, body.on, words),
      ({ account_username }) => ({ subject: account_username }),
    ),
  )

  routes.on('listDoNotReply', ({ ownerId }) => listDoNotReply(db, ownerId))

  routes.on('addDoNotReply', ({ ownerId, body }) =>
    audited(db, ownerId, 'person.listed', (trx) => addPerson(trx, ownerId, body), named),
  )

  routes.on('deleteDoNotReply', ({ ownerId, params }) =>
    audited(db, ownerId, 'person.removed', (trx) => deletePerson(trx, ownerId, params.personId), named),
  )
}

/** What X asks for each post that it gives (docs.x.com, pricing, 2026). */
const postReadUsd = 0.005

const named = ({ username }: { username: string }) => ({ subject: username })
