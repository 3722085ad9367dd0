import type { Operator } from './server'

interface Line {
  id: number
  at: string
  action: string
  subject: string | null
  detail: string | null
  operator?: string | null
}

/** @param path of the operator's own lines or, for administrators, of the sign-in log. */
export const auditLinesOf = async (operator: Operator, path: string) =>
  (await operator.call('GET', path)).body as unknown as Line[]

export const makeGroups = async (operator: Operator, count: number) => {
  for (let made = 0; made < count; made += 1) {
    await operator.call('POST', '/groups', { name: `crew ${made}`, description: 'd' })
  }
}
