// npm run sandbox:accounts -- --count 12 [--from 0] [--group launch-crew] [--out accounts.csv]: writes an import file
// of accounts that the X stand-in accepts.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { sandboxAccountsCsv } from './accounts-csv'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '12' },
    from: { type: 'string', default: '0' },
    group: { type: 'string', default: '' },
    out: { type: 'string' },
  },
})

const count = Number(values.count)
const from = Number(values.from)
if (!Number.isInteger(count) || !Number.isInteger(from) || count < 1 || from < 0 || from + count > 100_000) {
  console.error('--count takes a whole number from 1, --from one from 0, and there are 100,000 accounts in all')
  process.exitCode = 1
} else {
  const csv = sandboxAccountsCsv(count, { from, group: values.group })
  if (values.out) writeFileSync(values.out, csv)
  else process.stdout.write(csv)
}
