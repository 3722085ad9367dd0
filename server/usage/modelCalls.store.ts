import { type Kysely, sql, type Transaction } from 'kysely'
import { type DraftPrompt, priceOfTokens } from '../../src/schemas/characters/models'
import { estimatedTokens, tokensPerReply } from '../../src/schemas/characters/tokens'
import { dollars, type Price } from '../../src/schemas/usage/money'
import { retrying } from '../db/retrying'
import type { Database, Row } from '../db/schema'
import { lockUser } from '../features/session/users.store'
import type { Asked, Met, ModelLedger } from '../models/ledger'
import { type ModelRateCard, tokenPriceOf, unknownPrices } from '../models/prices'
import { promptVersion } from '../models/prompt/prompt'
import { storedPrompt } from '../models/prompt/storedPrompt'
import { BudgetUsedUp } from '../models/types'
import { notFound } from '../problems'
import { quietly, type WarningLog } from '../quietly'
import { dayOf, daysBefore, timestamp } from '../time/clock'
import * as words from '../usage/words'
import { nothingBounded, refusalOfModelCall, type ServerAllowances } from './allowances.store'
import { lower, ownBudget } from './ownBudgets.store'

/** The server's rate card of models, and the daily model budget of every operator. */
export interface ModelMoney {
  card: ModelRateCard
  /** Micro-dollars; null for no limit. */
  ceiling: Price
}

/** Unknown prices and no limit. */
export const uncounted: ModelMoney = { card: unknownPrices, ceiling: null }

/** The bytes of the newest prompts that are stored for one operator: about a thousand calls. */
const mostBytes = 16 * 1024 * 1024

interface LedgerDeps {
  db: Kysely<Database>
  money: ModelMoney
  allowances?: ServerAllowances | undefined
  clock?: () => Date
  log?: WarningLog | undefined
}

export interface OperatorsLedger extends ModelLedger {
  /** The total of its calls so far. */
  spent(): Promise<Pick<DraftPrompt, 'provider' | 'input_tokens' | 'output_tokens' | 'is_estimated' | 'price'>>
}

/** The usage ledger of one operator's model calls. @param roleId the character; undefined for a model test */
export const createModelLedger = (
  { db, money: { card, ceiling }, allowances = nothingBounded, clock = () => new Date(), log }: LedgerDeps,
  ownerId: number,
  roleId?: number,
): OperatorsLedger => {
  const isTrial = roleId === undefined
  const calls: number[] = []

  const assertWithinBudget = async (trx: Transaction<Database>, price: Price, day: string): Promise<void> => {
    const daily = lower(await ownBudget(trx, { table: 'model_budgets', ownerId }), ceiling)
    if (daily === null) return
    await lockUser(trx, ownerId)
    const { spent } = await trx
      .selectFrom('model_calls')
      .select(sql<number>`coalesce(sum(micros), 0)`.as('spent'))
      .where('owner_id', '=', ownerId)
      .where('day', '=', day)
      .executeTakeFirstOrThrow()
    const left = daily - Number(spent)
    if (left < (price ?? 1)) throw new BudgetUsedUp(usedUp(daily, left, price))
  }

  const settle = async (id: number, met: Met): Promise<void> => {
    await retrying(db, async (trx) => {
      const entry = await trx.selectFrom('model_calls').selectAll().where('id', '=', id).executeTakeFirst()
      if (!entry) return
      const now = clock()
      const used = usedBy(entry, met)
      const counted = { input: used.input_tokens, output: used.output_tokens }
      await trx
        .updateTable('model_calls')
        .set({
          ...used,
          micros: priceOfTokens(tokenPriceOf(card, entry.provider, entry.model), counted),
          settled_at: timestamp(now),
          took_ms: Math.max(0, now.getTime() - Date.parse(entry.started_at)),
        })
        .where('id', '=', id)
        .execute()
    })
  }

  return {
    async begin({ provider, model, messages, replies, isRewrite }: Asked) {
      const stored = storedPrompt(messages)
      const at = clock()
      const now = timestamp(at)
      const tokens = {
        input: messages.reduce((sum, { content }) => sum + estimatedTokens(content), 0),
        output: replies * tokensPerReply,
      }
      const micros = priceOfTokens(tokenPriceOf(card, provider, model), tokens)
      const id = await retrying(db, async (trx) => {
        const day = dayOf(now)
        await assertWithinBudget(trx, micros, day)
        const wanted = tokens.input + tokens.output
        const refusal = await refusalOfModelCall(trx, ownerId, wanted, { allowances, now: at })
        if (refusal !== undefined) throw new BudgetUsedUp(refusal)
        const entry = await trx
          .insertInto('model_calls')
          .values(({ selectFrom }) => ({
            owner_id: ownerId,
            role_id: selectFrom('roles')
              .select('roles.id')
              .where('roles.id', '=', roleId ?? null),
            purpose: isTrial ? 'try' : isRewrite ? 'rewrite' : 'drafts',
            provider,
            model,
            prompt_version: promptVersion,
            day,
            started_at: now,
            settled_at: null,
            took_ms: null,
            input_tokens: tokens.input,
            output_tokens: tokens.output,
            is_estimated: 1,
            micros,
            card: card.asOf,
          }))
          .returning('id')
          .executeTakeFirstOrThrow()
        if (!isTrial) await keepPrompt(trx, ownerId, entry.id, stored)
        return entry.id
      })
      calls.push(id)
      return id
    },
    end: (call, met) =>
      quietly(log, 'usage: the cost of a model call was not stored', () => settle(call, met), { call }),
    async spent() {
      const rows =
        calls.length === 0 ? [] : await db.selectFrom('model_calls').selectAll().where('id', 'in', calls).execute()
      return {
        provider: rows[0]?.provider ?? '',
        input_tokens: rows.reduce((sum, row) => sum + row.input_tokens, 0),
        output_tokens: rows.reduce((sum, row) => sum + row.output_tokens, 0),
        is_estimated: rows.some((row) => row.is_estimated === 1),
        price: rows.reduce<Price>((sum, { micros }) => (sum === null || micros === null ? null : sum + micros), 0),
      }
    },
  }
}

const usedUp = (daily: number, left: number, price: Price): string => {
  const rest = left > 0 && price !== null ? words.costsMore(dollars(left), dollars(price)) : words.isUsedUp
  return words.modelBudget(dollars(daily), rest)
}

/** @returns the counted tokens, or an estimate if nobody counted them */
const usedBy = (
  entry: Row<'model_calls'>,
  met: Met,
): Pick<Row<'model_calls'>, 'input_tokens' | 'output_tokens' | 'is_estimated'> => {
  if (met.kind === 'refused') return { input_tokens: 0, output_tokens: 0, is_estimated: 0 }
  const { input_tokens, output_tokens } = entry
  if (met.kind === 'lost') return { input_tokens, output_tokens, is_estimated: 1 }
  const { usage, texts } = met
  if (usage) return { input_tokens: usage.prompt, output_tokens: usage.completion, is_estimated: 0 }
  return { input_tokens, output_tokens: estimatedTokens(JSON.stringify({ replies: texts })), is_estimated: 1 }
}

/** Deletes the oldest prompts to make room. */
const keepPrompt = async (
  trx: Transaction<Database>,
  ownerId: number,
  call: number,
  messages: string,
): Promise<void> => {
  const bytes = Buffer.byteLength(messages)
  await trx.insertInto('prompts').values({ call_id: call, owner_id: ownerId, bytes, messages }).execute()
  await sql`
    delete from prompts where call_id in (
      select call_id from (
        select call_id, sum(bytes) over (order by call_id desc) as total from prompts where owner_id = ${ownerId}
      ) as newest
      where total > ${mostBytes}
    )`.execute(trx)
}

/** The average duration of the operator's calls in the last 30 days, in ms, by `provider/model`. */
export const averageTimes = async (db: Kysely<Database>, ownerId: number, now: Date): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('model_calls')
    .select(['provider', 'model', sql<number>`avg(took_ms)`.as('took_ms')])
    .where('owner_id', '=', ownerId)
    .where('day', '>', daysBefore(now, 30))
    .where('output_tokens', '>', 0)
    .where('took_ms', 'is not', null)
    .groupBy(['provider', 'model'])
    .execute()
  return new Map(rows.map((row) => [`${row.provider}/${row.model}`, Math.round(Number(row.took_ms))]))
}

/** The prompt of a reply, and the cost of its call. @throws HttpProblem 404 */
export const getPrompt = async (db: Kysely<Database>, ownerId: number, replyId: string): Promise<DraftPrompt> => {
  const call = await db
    .selectFrom('replies')
    .innerJoin('model_calls', 'model_calls.id', 'replies.call_id')
    .leftJoin('prompts', 'prompts.call_id', 'model_calls.id')
    .selectAll('model_calls')
    .select('prompts.messages')
    .where('replies.owner_id', '=', ownerId)
    .where('replies.id', '=', replyId)
    .executeTakeFirstOrThrow(() => notFound(words.promptOfReply))
  const { drafts } = await db
    .selectFrom('replies')
    .select(({ fn }) => fn.countAll<number>().as('drafts'))
    .where('call_id', '=', call.id)
    .executeTakeFirstOrThrow()
  return {
    provider: call.provider,
    model: call.model,
    prompt_version: call.prompt_version,
    at: call.started_at,
    took_ms: call.took_ms,
    input_tokens: call.input_tokens,
    output_tokens: call.output_tokens,
    is_estimated: call.is_estimated === 1,
    price: call.micros,
    drafts: Number(drafts),
    messages: call.messages === null ? null : JSON.parse(call.messages),
  }
}
