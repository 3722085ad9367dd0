import * as z from 'zod/mini'
import { timestamp } from '../base'
import { type Call, call, numericId } from '../call'
import * as words from './usage.words'

/** Limits per operator and day, from 00:00 to 24:00 UTC. */
export const allowanceNames = ['model_calls', 'tokens', 'sends', 'stored_bytes'] as const
export type AllowanceName = (typeof allowanceNames)[number]

/** Below 2^53, so a number holds it exactly. */
export const largestAllowance = 1e12

const most = z.nullable(z.int().check(z.minimum(0), z.maximum(largestAllowance)))

/** Set by an administrator for one operator; null means that the server's limit applies. */
export const ownAllowances = z.strictObject({ model_calls: most, tokens: most, sends: most, stored_bytes: most })
export type OwnAllowances = z.infer<typeof ownAllowances>

const use = z.object({
  /** Since 00:00 UTC. */
  used: z.int(),
  /** Set by an administrator for this operator; null means that the server's limit applies. */
  own: z.nullable(z.int()),
  /** The limit for all operators; null for no limit. */
  server: z.nullable(z.int()),
})
export type Use = z.infer<typeof use>

export const allowances = z.object({
  resets_at: timestamp,
  uses: z.object({ model_calls: use, tokens: use, sends: use, stored_bytes: use }),
})
export type Allowances = z.infer<typeof allowances>

/** The limit that applies; null for no limit. */
export const allowanceOf = ({ own, server }: Pick<Use, 'own' | 'server'>): number | null => own ?? server

const operatorParams = z.strictObject({ operatorId: numericId })

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

/** An empty field means the server's limit. Stored data is entered in megabytes. */
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
