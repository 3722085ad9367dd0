import { z } from 'zod'
import { microsOf } from '../../src/schemas/money'

/** Dollars as text or number, in micro-dollars. @param example as JSON has it, such as `"0.015"`. */
export const dollarAmount = (example: string) =>
  z
    .union([z.string(), z.number().transform(String)], `must be dollars, such as ${example}`)
    .transform((text, context) => {
      const amount = microsOf(text)
      if (amount !== undefined) return amount
      context.addIssue(`must be dollars, such as ${example}, with at most 6 decimals`)
      return z.NEVER
    })
