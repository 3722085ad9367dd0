import { z } from 'zod'
import { microsOf } from '../../src/schemas/usage/money'

/** Parses dollars, as text or number, into micro-dollars. @param example in JSON, such as `"0.015"` */
export const dollarAmount = (example: string) =>
  z
    .union([z.string(), z.number().transform(String)], `must be dollars, such as ${example}`)
    .transform((text, context) => {
      const amount = microsOf(text)
      if (amount !== undefined) return amount
      context.addIssue(`must be dollars, such as ${example}, with at most 6 decimals`)
      return z.NEVER
    })
