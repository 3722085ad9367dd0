// npm run outdated: lists dependencies with a newer version. Without a registry the command reports that and exits with
// 0.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const asked = ['outdated', '--json', '--omit=dev', '--fetch-retries=0', '--fetch-timeout=20000']
const { stdout } = spawnSync('npm', asked, { encoding: 'utf8', timeout: 120_000 })
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

const answer = () => {
  try {
    return JSON.parse(stdout)
  } catch {
    return { error: stdout }
  }
}

const found = answer()
if ('error' in found) console.log('The registry did not answer.')
else {
  const old = Object.entries(found).filter(([name]) => name in dependencies)
  for (const [name, { current, latest }] of old) console.log(`${name} ${current}: the newest is ${latest}`)
  console.log(`${old.length} of ${Object.keys(dependencies).length} runtime packages are outdated.`)
}
