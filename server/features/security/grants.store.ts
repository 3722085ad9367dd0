import type { Kysely, Transaction } from 'kysely'
import type { Grant, GrantPurpose } from '../../../src/schemas/security/operators'
import { noteEnded } from '../../db/generation'
import type { Database } from '../../db/schema'
import { notFound } from '../../problems'
import * as words from '../../security/words'
import { timestamp } from '../../time/clock'
import { purpose } from '../session/passes.store'

/** An administrator reads and ends the grants of all operators. */
interface Viewer {
  ownerId: number
  isAdmin: boolean
}

/** Valid links, then API tokens, each sorted by expiry. */
export const listGrants = async (db: Kysely<Database>, { ownerId, isAdmin }: Viewer): Promise<Grant[]> => {
  const links = await db
    .selectFrom('passes')
    .leftJoin('users as owner', 'owner.id', 'passes.user_id')
    .leftJoin('users as issuer', 'issuer.id', 'passes.issuer_id')
    .select(['passes.id', purpose.as('purpose'), 'owner.email', 'issuer.email as issued_by'])
    .select(['passes.created_at', 'passes.expires_at'])
    .where('passes.expires_at', '>', timestamp())
    .$if(!isAdmin, (query) => query.where((eb) => eb.or([eb('user_id', '=', ownerId), eb('issuer_id', '=', ownerId)])))
    .orderBy('passes.expires_at')
    .orderBy('passes.id')
    .execute()
  const tokens = await db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'owner_id')
    .select(['api_tokens.id', 'name', 'email', 'email as issued_by'])
    .select(['api_tokens.created_at', 'expires_at'])
    .where('expires_at', '>', timestamp())
    .$if(!isAdmin, (query) => query.where('owner_id', '=', ownerId))
    .orderBy('expires_at')
    .orderBy('api_tokens.id')
    .execute()
  return [
    ...links.map((link) => ({ ...link, name: null })),
    ...tokens.map((token) => ({ ...token, purpose: 'apiToken' as const })),
  ]
}

/**
 * @returns the owner of the grant, or the person who could have used it
 * @throws HttpProblem 404, even for a grant that the operator neither owns nor made
 */
export const endGrant = async (
  trx: Transaction<Database>,
  { ownerId, isAdmin }: Viewer,
  { grantPurpose, grantId }: { grantPurpose: GrantPurpose; grantId: number },
): Promise<string> => {
  const ended =
    grantPurpose === 'apiToken'
      ? await trx
          .deleteFrom('api_tokens')
          .where('id', '=', grantId)
          .$if(!isAdmin, (query) => query.where('owner_id', '=', ownerId))
          .returning('owner_id as userId')
          .executeTakeFirst()
      : await trx
          .deleteFrom('passes')
          .where('id', '=', grantId)
          .where(purpose, '=', grantPurpose)
          .$if(!isAdmin, (query) =>
            query.where((eb) => eb.or([eb('user_id', '=', ownerId), eb('issuer_id', '=', ownerId)])),
          )
          .returning('user_id as userId')
          .executeTakeFirst()
  if (!ended) throw notFound(words.linkOrToken)
  await noteEnded(trx)
  if (ended.userId === null) return ''
  const { email } = await trx
    .selectFrom('users')
    .select('email')
    .where('id', '=', ended.userId)
    .executeTakeFirstOrThrow()
  return email
}

/**
 * Ends everything that would outlive an operator's sessions: API tokens, sign-ins that wait for a code, links that set
 * their password, and links that they made.
 * @returns whether there was any
 */
export const endGrants = async (trx: Transaction<Database>, userId: number): Promise<boolean> => {
  const ended = [
    await trx.deleteFrom('api_tokens').where('owner_id', '=', userId).executeTakeFirst(),
    await trx.deleteFrom('sign_ins').where('user_id', '=', userId).executeTakeFirst(),
    await trx.deleteFrom('passes').where('user_id', '=', userId).executeTakeFirst(),
    await trx.deleteFrom('passes').where('issuer_id', '=', userId).executeTakeFirst(),
  ]
  return ended.some(({ numDeletedRows }) => numDeletedRows > 0n)
}
