// npm run advisories: lists known vulnerabilities of the packages that ship, from npm's registry or, without it, from
// scripts/advisories.json. Ends with 1 for a vulnerability, or for a list older than 30 days.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const oldestDays = 30
const dayMs = 86_400_000

const ofRegistry = () => {
  const { stdout } = spawnSync(npm, ['audit', '--omit=dev', '--json'], { encoding: 'utf8', timeout: 60_000 })
  try {
    const { vulnerabilities } = JSON.parse(stdout)
    return (
      vulnerabilities &&
      Object.values(vulnerabilities).map(({ name, severity, range }) => `${name} ${range}: ${severity}`)
    )
  } catch {
    return undefined
  }
}

const partsOf = (version) => version.split(/[.-]/).slice(0, 3).map(Number)

export const isBefore = (version, other) => {
  const [one, two] = [partsOf(version), partsOf(other)]
  const at = one.findIndex((part, index) => part !== two[index])
  return at !== -1 && one[at] < two[at]
}

export const openOf = ({ advisories }, { packages }) =>
  Object.entries(packages).flatMap(([path, { version = '', dev }]) => {
    const name = path.split('node_modules/').at(-1)
    const known = advisories.filter((each) => !dev && each.package === name && isBefore(version, each.fixed))
    return known.map(({ id, fixed }) => `${name} ${version}: ${id}, fixed in ${fixed}`)
  })

if (process.argv[1]?.endsWith('advisories.mjs')) {
  const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))
  const list = readJson('scripts/advisories.json')
  const asked = ofRegistry()
  const days = Math.floor((Date.now() - Date.parse(list.read)) / dayMs)
  const open = asked ?? openOf(list, readJson('package-lock.json'))
  for (const sentence of open) console.log(sentence)
  const source = asked ? 'the registry' : `the list of ${list.read}, as the registry did not answer`
  console.log(`${open.length} packages that ship have a known vulnerability, by ${source}.`)
  if (!asked && days > oldestDays) console.log(`The list is ${days} days old. Renew it from the advisories.`)
  process.exitCode = open.length > 0 || (!asked && days > oldestDays) ? 1 : 0
}
