import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { titlesIn } from '../support/titles'
import { levels } from './asvs-5.0.0.json'

interface Row {
  id: string
  level: string
  state: string
  words: string
}

const document = readFileSync('docs/asvs.md', 'utf8')
const rows: Row[] = [...document.matchAll(/^\| ([\d.]+) \| (\d) \| [^|]+ \| ([\w ]+) \| (.+) \|$/gm)].map(
  ([, id = '', level = '', state = '', words = '']) => ({ id, level, state, words }),
)
/** The standard's sections and levels: `1.2.10` to its level. */
const known = new Map(
  Object.entries(levels).flatMap(([section, ofSection]) =>
    [...ofSection].map((level, index): [string, string] => [`${section}.${index + 1}`, level]),
  ),
)
/** Rows of level 3 that the product meets. */
const beyond = ['1.2.10', '1.3.12', '6.3.8', '16.5.4']

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, words = '']) => words)
const proofsIn = (text: string) => quoted(text).filter((words) => /^(?:tests\/|npm run )/.test(words))

/** A proof is a file, `file > title of a test`, or a command. */
const faultOf = (proof: string): string[] => {
  const command = /^npm run ([\w:-]+)/.exec(proof)?.[1]
  if (command !== undefined) return command in scripts ? [] : [`${proof} is no command`]
  const [file = '', title] = proof.split(' > ')
  if (!existsSync(file)) return [`${file} is not there`]
  return title === undefined || titlesIn(file).has(title) ? [] : [`${file} has no test ${title}`]
}

const filesBelow = (folder: string, pattern: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => pattern.test(file))
    .map((file) => join(folder, file))

const sources = filesBelow('server', /\.ts$/)

describe('the table of ASVS rows', () => {
  it('has each row of levels 1 and 2 once, in order, at its level, and the accepted rows of level 3', () => {
    const wanted = [...known].filter(([id, level]) => level !== '3' || beyond.includes(id))
    expect([wanted.length, known.size]).toEqual([253 + beyond.length, 345])
    expect(rows.map(({ id, level }) => [id, level])).toEqual(wanted)
  })

  it('has a proof for each finished row, and a reason for each other row', () => {
    const unproven = rows.filter(({ state, words }) => /^done$|^in part$/.test(state) && proofsIn(words).length === 0)
    const unsaid = rows.filter(
      ({ state, words }) => state !== 'done' && words.replace(/`[^`]*`/g, '').trim().length < 6,
    )
    const other = rows.filter(({ state }) => !/^(?:done|in part|refused|deployment|not applicable)$/.test(state))
    expect([unproven, unsaid, other].map((found) => found.map(({ id }) => id))).toEqual([[], [], []])
  })

  it.each(['docs/asvs.md', 'docs/security.md'])('names in %s existing tests and commands', (file) => {
    expect(proofsIn(readFileSync(file, 'utf8')).flatMap(faultOf)).toEqual([])
  })

  it('is linked from the security document', () => {
    expect(readFileSync('docs/security.md', 'utf8')).toContain('](asvs.md)')
  })
})

describe("the table's statements about the code", () => {
  it('list every algorithm that the server uses', () => {
    const named = sources.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\b(?:createHash|createHmac|hash)\('([\w-]+)'|'(aes-[\w-]+)'/g)].map(
        ([, hash, cipher]) => hash ?? cipher,
      ),
    )
    expect([...new Set(named)].sort()).toEqual(['aes-256-gcm', 'sha256'])
    for (const words of ['AES-256-GCM', 'SHA-256', 'HMAC-SHA-1', 'Argon2id']) expect(document).toContain(`| ${words}`)
  })

  it('are true for certificates: nothing disables their verification', () => {
    const lax = sources.filter((file) =>
      /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity|minVersion/.test(readFileSync(file, 'utf8')),
    )
    expect(lax).toEqual([])
  })

  it('contain the number of days within which a vulnerable package is replaced', () => {
    const [, packages = ''] = document.split('## Packages')
    expect(packages.match(/within (?:\d+ days|30)|every \d+ days/gi)).toHaveLength(3)
  })

  it('are true for downloads: their names are fixed', () => {
    const given = [...sources, 'src/services/reports.ts'].flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/filename=([^']+)'|download\(([^,]+),/g)].map(
        ([, name, expression]) => name ?? expression,
      ),
    )
    expect(given).toEqual([
      '"sandbox-accounts.csv"',
      "'media-agents.csv'",
      "rejected.length > 0 ? 'failed-rows.csv' : 'unsent-rows.csv'",
      expect.stringMatching(/^`task-.+\.csv`$/),
      "'activity.csv'",
      "'media-agent-list.csv'",
    ])
  })
})
