import { type Kysely, type Migration, sql } from 'kysely'
import type { DialectName } from '../schema'

/**
 * Only the first changed row of a transaction renews the owner's revision: renewing it for each row takes half a minute
 * for a group of 50,000 accounts. The setting ends with the transaction.
 */
const renewOnce = `
  create or replace function renew_accounts_revision() returns trigger language plpgsql as $$
    declare
      renewed text := coalesce(current_setting('auto_comment_bot.accounts_revision', true), '');
    begin
      if renewed = '' then
        renewed := gen_random_uuid()::text;
        perform set_config('auto_comment_bot.accounts_revision', renewed, true);
      end if;
      update users set accounts_revision = renewed
        where id = case tg_op when 'DELETE' then old.owner_id else new.owner_id end and accounts_revision <> renewed;
      return null;
    end
  $$`

/** SQLite updates the row in place. */
export default (dialect: DialectName): Migration => ({
  async up(db: Kysely<unknown>) {
    if (dialect === 'postgres') await sql.raw(renewOnce).execute(db)
  },
})
