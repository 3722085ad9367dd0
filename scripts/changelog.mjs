// node scripts/changelog.mjs: fails if CHANGELOG.md breaks the form that STYLE.md and CONTRIBUTING.md describe.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import semver from 'semver'

const kinds = ['Added', 'Changed', 'Fixed', 'Security']
const most = { words: 1500, wordsOfALine: 20, wordsOfATopic: 3 }

const countOfWords = (text) => text.trim().split(/\s+/).length

const isDate = (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** Reads `## 1.2.3 (2026-11-29)` and `## 1.2.3 (unreleased)`. */
const releaseIn = (line) => {
  const [, version, date] = /^## (\S+) \((\S+)\)$/.exec(line) ?? []
  return semver.valid(version) === version && (date === 'unreleased' || isDate(date)) ? { version, date } : undefined
}

/**
 * @param {string} text of the changelog
 * @param {string} version of package.json
 * @returns {string[]} one sentence for each fault
 */
export const changelogProblems = (text, version) => {
  const problems = []
  const releases = []
  let used = []
  let empty
  const [title, ...lines] = text.trimEnd().split('\n')
  if (title !== '# Changelog') problems.push('Line 1 must be "# Changelog".')
  for (const [index, line] of lines.entries()) {
    const refuse = (reason) => problems.push(`Line ${index + 2} ${reason}: ${line}`)
    if (line.startsWith('#') && (empty?.startsWith('### ') || (empty && line.startsWith('## '))))
      refuse('follows a heading without entries')
    if (line.startsWith('## ')) {
      const release = releaseIn(line)
      if (release) releases.push(release)
      else refuse('must be "## 1.2.3 (2026-11-29)" or "## 1.2.3 (unreleased)"')
      used = []
      empty = line
    } else if (line.startsWith('#')) {
      const kind = line.replace(/^### /, '')
      if (!kinds.includes(kind)) refuse(`must be one of ${kinds.join(', ')}`)
      else if (used.some((other) => kinds.indexOf(other) >= kinds.indexOf(kind))) refuse('is out of order or repeated')
      used.push(kind)
      empty = line
    } else if (line.startsWith('- ')) {
      if (used.length === 0) refuse('is outside of Added, Changed, Fixed and Security')
      if (countOfWords(line.slice(2)) > most.wordsOfALine) refuse(`has more than ${most.wordsOfALine} words`)
      if (!line.endsWith('.')) refuse('must end with a full stop')
      empty = undefined
    } else if (used.length > 0 && line !== '' && !(line.endsWith(':') && countOfWords(line) <= most.wordsOfATopic)) {
      refuse('is neither an entry nor a topic')
    }
  }
  if (empty) problems.push('The last heading has no entries.')
  if (releases[0]?.version !== version)
    problems.push(`The first release must be ${version}, the version of package.json.`)
  for (const [index, { version: newer, date }] of releases.entries()) {
    const older = releases[index + 1]
    if (older && semver.lte(newer, older.version))
      problems.push(`${newer} must be newer than ${older.version} below it.`)
    if (index > 0 && date === 'unreleased') problems.push(`${newer} needs its date: a newer release is above it.`)
  }
  if (countOfWords(text) > most.words) problems.push(`The changelog has more than ${most.words} words.`)
  return problems
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const problems = changelogProblems(readFileSync('CHANGELOG.md', 'utf8'), version)
  for (const problem of problems) console.log(problem)
  if (problems.length > 0) process.exitCode = 1
}
