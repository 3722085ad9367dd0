import { type AllowanceName, type Allowances, allowanceNames, allowanceOf } from '../../schemas/usage/allowances'
import * as words from '../../schemas/usage/usage.words'

export const allowanceTitles: Record<AllowanceName, string> = {
  model_calls: words.modelCalls,
  tokens: words.modelTokens,
  sends: words.repliesSent,
  stored_bytes: words.storedRecords,
}

/** "1,200", or "3.4 MB" for stored data. */
export const amountText = (name: AllowanceName, amount: number): string =>
  name === 'stored_bytes'
    ? `${(amount / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
    : amount.toLocaleString('en')

interface AllowanceRow {
  name: AllowanceName
  used: string
  /** Undefined if there is no limit. */
  limit: string | undefined
  left: string | undefined
}

export const allowanceRows = ({ uses }: Allowances): AllowanceRow[] =>
  allowanceNames.map((name) => {
    const { used, ...allowance } = uses[name]
    const limit = allowanceOf(allowance)
    return {
      name,
      used: amountText(name, used),
      limit: limit === null ? undefined : amountText(name, limit),
      left: limit === null ? undefined : amountText(name, Math.max(0, limit - used)),
    }
  })
