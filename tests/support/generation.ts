import type { Kysely } from 'kysely'
import { createGeneration } from '../../server/db/generation'
import type { Database } from '../../server/db/schema'

/** A start with this file, which accepts the database as it is. */
export const startGeneration = async (db: Kysely<Database>, file: string) => {
  const generation = createGeneration(file)
  await generation.open(db)
  const change = generation.change()
  await generation.settle(db)
  return { generation, change, isTurnedBack: change?.kind === 'turnedBack' }
}
