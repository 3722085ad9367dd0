import { z } from 'zod'
import { behaviours } from './providers'

/** The fault of one completion; with only `delayMs` the normal answer comes later. */
const fault = z.strictObject({
  delayMs: z.number().min(0).max(600_000).optional(),
  answer: z
    .union([
      z.enum([
        'drop',
        'hang',
        'garbage',
        'notJson',
        'refusal',
        'contentFilter',
        'length',
        'empty',
        'noChoices',
        'notTheSchema',
        'fewer',
        'duplicates',
        'nearDuplicates',
        'controlCharacters',
        'rateLimit',
        'quota',
        'unauthorized',
        'modelNotFound',
      ]),
      z.strictObject({
        status: z.int().min(200).max(599),
        body: z.unknown(),
        headers: z.record(z.string(), z.string()).optional(),
      }),
    ])
    .optional(),
})
export type ModelFault = z.infer<typeof fault>

const rule = z.strictObject({
  /** Without limit by default. */
  times: z.int().min(1).optional(),
  do: fault,
})

export const modelControl = z.strictObject({
  /** Replaces all rules; the first remaining rule applies. */
  rules: z.array(rule).optional(),
  /** Answers like a recorded provider, by the name of its behaviour in `providers`; null ends it. */
  provider: z.enum(Object.keys(behaviours)).nullable().optional(),
  /** Obeys instructions in the post, like a model that prompt injection deceives. */
  obedient: z.boolean().optional(),
})
export type ModelControl = z.infer<typeof modelControl>
