import * as z from 'zod/mini'
import { timestamp } from './base'
import { type Call, call, numericId } from './call'
import * as words from './usage.words'

/** What an administrator bounds for each operator and day, from 00:00 to 24:00 UTC. */
export const allowanceNames = ['model_calls', 'tokens', 'sends', 'stored_bytes'] as const
export type AllowanceName = (typeof allowanceNames)[number]

/** Far beyond what anybody needs, and exact as a number. */
export const largestAllowance = 1e12

const most = z.nullable(z.int().check(z.minimum(0), z.maximum(largestAllowance)))

/** What the administrator set for one operator; null where the server's own holds. */
export const ownAllowances = z.strictObject({ model_calls: most, tokens: most, sends: most, stored_bytes: most })
export type OwnAllowances = z.infer<typeof ownAllowances>

const use = z.object({
  /** Since 00:00 UTC. */
  used: z.int(),
  /** What the administrator set for this operator; null where the server's holds. */
  own: z.nullable(z.int()),
  /** What the server allows everybody; null for no end. */
  server: z.nullable(z.int()),
})
export type Use = z.infer<typeof use>

export const allowances = z.object({
  resets_at: timestamp,
  uses: z.object({ model_calls: use, tokens: use, sends: use, stored_bytes: use }),
})
export type Allowances = z.infer<typeof allowances>

/** Of one kind of use what holds; null for no end. */
export const allowanceOf = ({ own, server }: Pick<Use, 'own' | 'server'>): number | null => own ?? server

const operatorParams = z.strictObject({ operatorId: numericId })

/** Calls about how much an operator may do in a day. */
export const allowanceCalls = {
  getAllowances: call({
    method: 'GET',
    path: '/auth/allowances',
    auth: true,
    status: 200,
    answer: allowances,
    reads: 'required',
  }),
  getOperatorAllowances: call({
    method: 'GET',
    path: '/operators/{operatorId}/allowances',
    auth: true,
    params: operatorParams,
    status: 200,
    answer: allowances,
    reads: 'required',
  }),
  setOperatorAllowances: call({
    method: 'PUT',
    path: '/operators/{operatorId}/allowances',
    auth: true,
    params: operatorParams,
    body: ownAllowances,
    status: 200,
    answer: allowances,
    reads: 'required',
  }),
} satisfies Record<string, Call>

const megabyte = 1_000_000

const amount = (most: number) =>
  z.pipe(
    z.string().check(
      z.trim(),
      z.refine((text) => /^\d*$/.test(text), words.wholeNumber),
      z.refine((text) => Number(text) <= most, `At most ${most.toLocaleString('en')}`),
    ),
    z.transform((text) => (text === '' ? null : Number(text))),
  )

/** As they are typed: nothing for what the server allows everybody, megabytes for what is stored. */
export const allowancesForm = z.pipe(
  z.object({
    model_calls: amount(largestAllowance),
    tokens: amount(largestAllowance),
    sends: amount(largestAllowance),
    stored_megabytes: amount(largestAllowance / megabyte),
  }),
  z.transform(
    ({ stored_megabytes, ...counts }): OwnAllowances => ({
      ...counts,
      stored_bytes: stored_megabytes === null ? null : stored_megabytes * megabyte,
    }),
  ),
)
export type AllowancesForm = z.input<typeof allowancesForm>

export const toAllowancesForm = ({ uses }: Allowances): AllowancesForm => {
  const typed = (own: number | null) => (own === null ? '' : String(own))
  const { stored_bytes, ...counts } = uses
  return {
    model_calls: typed(counts.model_calls.own),
    tokens: typed(counts.tokens.own),
    sends: typed(counts.sends.own),
    stored_megabytes: typed(stored_bytes.own === null ? null : Math.ceil(stored_bytes.own / megabyte)),
  }
}
