// npm run doctor: checks the configuration and everything that a server starts with, changes nothing, and suggests
// repairs. See docs/operating.md.
import { examine, type State } from './doctor/examine'

const findings = await examine(process.env)
for (const [state, words] of findings) console.log(`${state.padEnd(4)}  ${words}`)
const count = (state: State) => findings.filter(([each]) => each === state).length
console.log(`\n${count('ok')} ok, ${count('warn')} warnings, ${count('fail')} failures`)
process.exitCode = count('fail') > 0 ? 1 : 0
