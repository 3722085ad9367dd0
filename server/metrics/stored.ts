import { type Kysely, sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import { openOutcome } from '../db/itemStates'
import type { Database } from '../db/schema'
import type { ItemState } from '../posting/protocol/itemMachine'
import { dayOf, timestamp } from '../time/clock'

export interface StoredFrom {
  db: Kysely<Database>
  clock(): Date
  /** Contains the backups. */
  dataDir: string
}

const openStates: ItemState[] = ['queued', ...openOutcome, 'needs_review', 'handed_over']
const holdKinds = ['account', 'app', 'paused', 'rest', 'doubt', 'budget']

/** A single value, or one for each value of the label. */
type StoredGauge = { name: string; help: string } & (
  | { value(found: Stored): number }
  | { label: string; values(found: Stored): Record<string, number> }
)

const rows: StoredGauge[] = [
  {
    name: 'replies_open',
    help: 'Replies that are neither completed nor failed, by state.',
    label: 'state',
    values: ({ counts }) => Object.fromEntries(openStates.map((state) => [state, counts.get(state) ?? 0])),
  },
  {
    name: 'replies_queue_age_seconds',
    help: 'How long the oldest due reply has been due; 0 if no reply is due.',
    value: ({ ageSeconds }) => ageSeconds,
  },
  {
    name: 'sending_holds',
    help: 'Reasons that hold sending back, by kind: limits or refusals of X for an account or an app, budget for an operator.',
    label: 'kind',
    values: ({ holds }) =>
      Object.fromEntries(holdKinds.map((kind) => [kind, holds.filter((each) => each === kind).length])),
  },
  {
    name: 'x_charges_today_dollars',
    help: 'Cost of all requests to X since 00:00 UTC; open: not yet known whether X charges.',
    label: 'settled',
    values: ({ charged, open }) => ({ charged, open }),
  },
  {
    name: 'model_tokens_today',
    help: 'Tokens of all operators since 00:00 UTC, as counted by the model provider or estimated.',
    label: 'kind',
    values: ({ input, output }) => ({ input, output }),
  },
  {
    name: 'model_charges_today_dollars',
    help: 'Cost of the tokens whose price MODEL_PRICES contains.',
    value: ({ modelCharged }) => modelCharged,
  },
]

/**
 * Creates gauges of the database's content.
 *
 * @returns a function that updates them, each by an index. If the database does not answer, only `database_up` has a
 * value.
 */
export const storedGauges = (registry: Registry, { db, clock }: Omit<StoredFrom, 'dataDir'>): (() => Promise<void>) => {
  const registers = [registry]
  const up = new Gauge({
    name: 'database_up',
    help: '1 if the database answered this reading, otherwise 0.',
    registers,
  })
  const gauges = rows.map((row) => {
    const { name, help } = row
    const gauge = new Gauge({ name, help, labelNames: 'label' in row ? [row.label] : [], registers })
    return {
      show(found: Stored): void {
        if ('value' in row) gauge.set(row.value(found))
        else for (const [said, value] of Object.entries(row.values(found))) gauge.set({ [row.label]: said }, value)
      },
      /** Without a label, `reset` leaves a 0. */
      hide(): void {
        gauge.reset()
        gauge.remove({})
      },
    }
  })

  return async () => {
    const found = await readStored(db, clock()).catch(() => undefined)
    for (const gauge of gauges) found ? gauge.show(found) : gauge.hide()
    up.set(found ? 1 : 0)
  }
}

type Stored = Awaited<ReturnType<typeof readStored>>

const readStored = async (db: Kysely<Database>, now: Date) => {
  const counted = await db
    .selectFrom('task_items')
    .select(['state', sql<number>`count(*)`.as('count')])
    .where('state', 'in', openStates)
    .groupBy('state')
    .execute()
  const { due } = await db
    .selectFrom('task_items')
    .select(({ fn }) => fn.min('next_at').as('due'))
    .where('state', '=', 'queued')
    .executeTakeFirstOrThrow()
  const held = await db
    .selectFrom('holds')
    .select('scope')
    .where((hold) => hold.or([hold('until', '>', timestamp(now)), hold('until', 'is', null)]))
    .execute()
  const sums = await db
    .selectFrom('charges')
    .select([
      sql<number>`coalesce(sum(case when settled_at is null then 0 else micros end), 0)`.as('charged'),
      sql<number>`coalesce(sum(case when settled_at is null then micros else 0 end), 0)`.as('open'),
    ])
    .where('owner_id', 'in', (charged) => charged.selectFrom('users').select('id'))
    .where('day', '=', dayOf(timestamp(now)))
    .executeTakeFirstOrThrow()
  const model = await db
    .selectFrom('model_calls')
    .select([
      sql<number>`coalesce(sum(input_tokens), 0)`.as('input'),
      sql<number>`coalesce(sum(output_tokens), 0)`.as('output'),
      sql<number>`coalesce(sum(micros), 0)`.as('charged'),
    ])
    .where('owner_id', 'in', (called) => called.selectFrom('users').select('id'))
    .where('day', '=', dayOf(timestamp(now)))
    .executeTakeFirstOrThrow()
  return {
    counts: new Map(counted.map(({ state, count }) => [state, Number(count)])),
    ageSeconds: due === null ? 0 : Math.max(0, (now.getTime() - Date.parse(due)) / 1000),
    holds: held.map(({ scope }) => scope.slice(0, scope.indexOf(':'))),
    charged: Number(sums.charged) / 1_000_000,
    open: Number(sums.open) / 1_000_000,
    input: Number(model.input),
    output: Number(model.output),
    modelCharged: Number(model.charged) / 1_000_000,
  }
}
