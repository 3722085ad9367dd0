import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { Database } from '../schema'
import { isKeyed, type Placed, trailOf, unkeyedHashOf } from './trailKey'

const place = z.object({ chain: z.int(), position: z.int().check(z.positive()), hash: z.string() })
const writtenLine = z.object({
  at: z.string(),
  action: z.string(),
  subject: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  address: z._default(z.nullable(z.string()), null),
  session_id: z._default(z.nullable(z.int()), null),
})

type Place = z.infer<typeof place>

/**
 * Follows lines of `npm run trail -- export` and ends of chains (`AUDIT_ANCHOR`, also among other lines of a log), and
 * searches the database for the last line of each run and for each end.
 * @returns the number of followed lines, the number of ends found, and a sentence for each fault.
 */
export const verifyFile = async (
  db: Kysely<Database>,
  lines: AsyncIterable<string>,
): Promise<{ lines: number; ends: number; broken: string[] }> => {
  const found = { lines: 0, ends: 0, broken: [] as string[] }
  const last = new Map<number, Place>()
  let row = 0
  for await (const text of lines) {
    row += 1
    const value = parsed(text)
    const at = place.safeParse(value)
    if (!at.success) continue
    const line = writtenLine.safeParse(value)
    if (!line.success) {
      found.ends += 1
      await lookFor(db, at.data, found.broken)
      continue
    }
    found.lines += 1
    const broken = breakOf(db, last.get(at.data.chain), { ...line.data, ...at.data })
    if (broken !== undefined) found.broken.push(`line ${row} of the file: ${broken}`)
    last.set(at.data.chain, at.data)
  }
  for (const end of last.values()) await lookFor(db, end, found.broken)
  return found
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const breakOf = (db: Kysely<Database>, before: Place | undefined, line: Placed & Place): string | undefined => {
  if (before && line.position !== before.position + 1)
    return `lines ${before.position + 1} to ${line.position - 1} of chain ${line.chain} are missing`
  if (before && isKeyed(before.hash) && !isKeyed(line.hash)) return 'it was written without the key'
  if (!before && line.position > 1) return undefined
  const hashOf = isKeyed(line.hash) ? trailOf(db).hashOf : unkeyedHashOf
  return hashOf(before?.hash ?? '', line) === line.hash ? undefined : 'it was changed after it was written'
}

const lookFor = async (db: Kysely<Database>, { chain, position, hash }: Place, broken: string[]): Promise<void> => {
  const head = await db.selectFrom('audit_chains').selectAll().where('chain', '=', chain).executeTakeFirst()
  if (head && position < head.pruned_lines) return
  const line = await db
    .selectFrom('audit')
    .select('hash')
    .where('chain', '=', chain)
    .where('position', '=', position)
    .executeTakeFirst()
  const stored = head?.pruned_lines === position ? head.pruned_hash : line?.hash
  if (stored === undefined) broken.push(`chain ${chain}: line ${position} is no longer in the database`)
  else if (stored !== hash) broken.push(`chain ${chain}: line ${position} differs in the database`)
}
