// npm run torture:bill -- [--kills 200] [--batch 60] [--seed 1]: posts replies at every price while the server is
// killed and X misbehaves, then compares the ledger with the stand-in's bill.
import { dollars } from '../src/schemas/usage/money'
import { runKills } from './support/kills'
import { option } from './support/processes'
import { report } from './support/truth'

const { verdict, money, ...rest } = await runKills({
  kills: Number(option('kills', '200')),
  lagMs: 0,
  duplicateFilter: option('duplicate-filter', 'on') === 'on',
  batchSize: Number(option('batch', '60')),
  seed: Number(option('seed', String(Date.now() % 100_000))),
  atEveryPrice: true,
  say: (line) => console.log(line),
})
const { charged, open, unpriced, bill } = money
console.table({ ledger: dollars(charged), 'may have been charged': dollars(open), bill: dollars(bill) })
report('torture:bill', verdict, rest)
if (charged !== bill || open !== 0 || unpriced !== 0) {
  console.log('torture:bill: the ledger differs from the bill')
  process.exitCode = 1
}
process.exit()
