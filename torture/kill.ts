// npm run torture:kill -- --kills 500 [--duplicate-filter off] [--lag 2000] [--seed 1] [--minutes 25]
import { runKills } from './support/kills'
import { option } from './support/processes'
import { report } from './support/truth'

const kills = Number(option('kills', '500'))
const { verdict, trail, ...rest } = await runKills({
  kills,
  lagMs: Number(option('lag', '0')),
  duplicateFilter: option('duplicate-filter', 'on') === 'on',
  withinMs: Number(option('minutes', 'Infinity')) * 60_000,
  seed: Number(option('seed', String(Date.now() % 100_000))),
  say: (line) => console.log(line),
})
report('torture:kill', verdict, rest)
for (const sentence of trail.broken) console.log(sentence)
console.log(`audit trail: ${trail.lines} lines of ${trail.chains} chains followed, ${trail.broken.length} broken`)
if (trail.broken.length > 0) process.exitCode = 1
process.exit()
