// npm run sbom: writes dist/sbom.cdx.json (CycloneDX, by npm itself) and dist/licences.txt, and prints a summary. Fails
// if the lockfile lacks an integrity, or if npm would run scripts of packages.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const sbom = JSON.parse(
  execFileSync(npm, ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  }),
)
mkdirSync('dist', { recursive: true })
writeFileSync('dist/sbom.cdx.json', `${JSON.stringify(sbom, null, 2)}\n`)

const licenceOf = ({ licenses = [] }) =>
  licenses.map(({ license, expression }) => expression ?? license.id ?? license.name).join(' AND ') || 'not stated'
const shipped = sbom.components.map((each) => ({ name: `${each.name}@${each.version}`, licence: licenceOf(each) }))
const byLicence = Map.groupBy
  ? Map.groupBy(shipped, ({ licence }) => licence)
  : shipped.reduce((map, each) => map.set(each.licence, [...(map.get(each.licence) ?? []), each]), new Map())
const sections = [...byLicence]
  .sort(([a], [b]) => a.localeCompare(b))
  .map(([licence, packages]) => `${licence}\n${packages.map(({ name }) => `  ${name}\n`).join('')}`)
writeFileSync('dist/licences.txt', sections.join('\n'))

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const locked = Object.entries(packages).filter(([path, { link }]) => path !== '' && !link)
const unsigned = locked.filter(([, { integrity, inBundle }]) => !integrity && !inBundle).map(([path]) => path)
const scripted = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)
const runsScripts = !/^ignore-scripts=true$/m.test(readFileSync('.npmrc', 'utf8'))

console.log(`dist/sbom.cdx.json: ${shipped.length} packages that ship`)
for (const [licence, { length }] of [...byLicence].sort(([, a], [, b]) => b.length - a.length)) {
  console.log(`  ${String(length).padStart(3)} ${licence}`)
}
console.log(`package-lock.json: ${locked.length} packages, ${unsigned.length} without integrity ${unsigned.join(' ')}`)
console.log(
  `install scripts: ${scripted.length} packages have some, ${runsScripts ? 'npm RUNS them' : '.npmrc runs none of them'}`,
)
process.exitCode = unsigned.length > 0 || runsScripts ? 1 : 0
