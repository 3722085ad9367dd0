import { createAccountIndex, accountPage } from '../src/schemas/accountIndex'
import { initialTableState } from '../src/schemas/tableState'
import { contract } from '../src/schemas/contract'
import { passesAsIs } from '../src/services/quickCheck'
import * as z from 'zod/mini'
z.config({ jitless: true })
const rows = Array.from({ length: 10_000 }, (_, i) => ({ id: i + 1, username: `@user_${(i * 7919) % 10007}`, group: i % 3 ? `G${i % 12}` : null, is_active: i % 5 > 0, created_at: '2026-03-01T08:00:00.000Z', inactive_reason: null }))
const text = JSON.stringify(rows)
for (let k = 0; k < 3; k++) {
  const t = (name: string, f: () => unknown) => { const a = performance.now(); const r = f(); console.log(name, (performance.now() - a).toFixed(2)); return r as never }
  const data = t('JSON.parse', () => JSON.parse(text))
  t('quick', () => passesAsIs(contract.listAccounts.answer, data))
  t('zod', () => z.safeParse(contract.listAccounts.answer, data))
  const index = t('index', () => createAccountIndex(data)) as ReturnType<typeof createAccountIndex>
  t('page', () => accountPage(index, { ...initialTableState, size: 20 }))
  t('page2', () => accountPage(index, { ...initialTableState, size: 20 }))
  t('search', () => accountPage(index, { ...initialTableState, size: 20, search: '12' }))
  t('groups', () => index.groupSizes())
  t('usernames', () => accountPage(index, { ...initialTableState, sort: 'username', size: 20 }))
}
console.log(text.length)
