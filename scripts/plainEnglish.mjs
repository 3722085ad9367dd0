// node scripts/plainEnglish.mjs [--list KIND | --draw SEED]: counts sentences that match the patterns of STYLE.md, for
// each kind of text, and fails above a kind's ceiling or at a private word in an exported name. --draw prints 40 random
// sentences of each kind to read.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

/** Percent of the sentences. The goal is 3 (STYLE.md). */
const ceilings = { console: 3, charts: 3, server: 3, logs: 3, comments: 1, documents: 3, changelog: 3 }

/** This few sentences are not a habit. */
const ignored = 3

const patterns = [
  /^(?:(?:What|Who|Whoever|Whom|Whatever|Where)\b(?![^.]*\?)|Whether\b(?=[^.]*[,:] )|That (?:you|he|she|it|they|we|an?|the|this|one|no|every|each|X|nobody|somebody)\b|Of (?!course\b))/,
  /\balso (?:where|while|for|of|when|after|at|on)\b/i,
  /\b(?:is|are|was|were) (?:said|told)\b|\btells?\b(?![^.]*\bapart\b)(?! (?:the \w+|it|them|\w+) to\b)/i,
  /\bstands?\b(?!-| (?:for|in for|out|up|by)\b)/i,
  /(?<!let )(?<!-)\balone\b|\b(?:anew|meanwhile|amid|by turns)\b|\bbut for\b(?! the most part)/i,
  /\b(?:he|his|him|himself)\b(?! (?:[a-z]{2} ){2}[a-z]{2})/i,
  /\bby (?:itself|themselves)\b|\bgo(?:es)? on\b|\bbegun\b|\bc(?:ame|omes?) (?:of it|in with|to its end|to rest)\b|\blets? (?:in|none|nobody)\b|\b(?:is|are) asked\b|\bwhoever\b/i,
]

/** Words that STYLE.md replaced, as parts of names. */
const privateWord =
  /(?:^|_)(?:told|stands|unkept|kept|begun|sight|taken|farewells?|standing|desk|turns|by_?hand|hand_?o(?:ver|ff))(?:_|$)/
const isPrivate = (name) => privateWord.test(name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase())
const exported = /^export (?:declare |default |async )*(?:const|let|function|class|interface|type|enum) (\w+)/gm

const { values } = parseArgs({ options: { list: { type: 'string' }, draw: { type: 'string' } } })

/** Texts that the specification fixes must not be rewritten. */
const fixed = readFileSync('docs/specification.md', 'utf8')

const countOfWords = (text) => text.split(/\s+/).length

const sentencesOf = (text) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!?])\s+(?=[A-Z"'`*(“])/)
    .filter((sentence) => countOfWords(sentence) >= 4 && !fixed.includes(sentence))

const comment = /\/\*\*?([\s\S]*?)\*\/|((?:^[ \t]*\/\/[^\n]*\n?)+)/gm
const literal = /(['"`])((?:\\.|(?!\1)[^\\\n]|(?<=`)[^`\\])*)\1|>\s*([A-Za-z“][^<>{};=]*?)\s*(?=[<{])/g
const isLogged = /\b(?:log|logger)\??\.(?:info|warn|error|fatal|debug)\([^)]*$/

const isProse = (text) =>
  countOfWords(text) >= 4 &&
  /[a-z] [a-z]/.test(text) &&
  !/^(?:select|insert|update|delete|create|alter|with) /i.test(text) &&
  !/[<>{}]\w+=|max-md:|\bflex\b|text-ink|\b[a-z]+-\d|px-|var\(|=>|===|;$| \?$|hover:|\w\(\w+[.,(]|\(\)|\),|\/\*|^(?:const|return|import|export|type|interface)\b/.test(
    text,
  )

const title = /^( *)(?:(describe|it|test)(?:\.\w+)*\((?:.*[\])]\)\()?|[\])]+\()\s*(['"`])((?:\\.|(?!\3)[^\\])*)\3/gm

/** @returns Each test's title after those of its groups, which the indentation of Biome names. */
const titlesOf = (source) => {
  const groups = []
  return [...source.matchAll(title)].map(({ index, 1: indent, 2: kind, 4: text }) => {
    groups.splice(indent.length / 2, Infinity, text.replace(/\\(['"`])/g, '$1'))
    const whole = groups.filter(Boolean).join(' › ')
    if (kind !== 'describe') groups.pop()
    return ['titles', index, whole]
  })
}

/** @returns `[kind, index, text]` for every text of a source file. */
const textsOfSource = (file, source) => {
  const comments = [...source.matchAll(comment)]
    .filter(([whole]) => !/biome-ignore|__PURE__|allFunctionsCalled|\) => /.test(whole))
    .map(({ index, 1: block, 2: lines }) => ['comments', index, (block ?? lines).replace(/^\s*(?:\*|\/\/) ?/gm, '')])
  const kind = /^src\/machines\/.*(?<!\.actors)\.ts$/.test(file)
    ? 'charts'
    : file.startsWith('src/')
      ? 'console'
      : 'server'
  if (file.startsWith('tests/')) return [...comments, ...titlesOf(source)]
  if (!/^(?:src|server)\//.test(file)) return comments
  const bare = source.replace(comment, (text) => text.replace(/[^\n]/g, ' '))
  const literals = [...bare.matchAll(literal)].flatMap(({ index, 2: quoted, 3: element }) => {
    const text = (quoted ?? element)
      .replace(/\$\{[^}]*\}/g, 'x')
      .replace(/\\(['"`])/g, '$1')
      .replace(/\s+/g, ' ')
      .trim()
    return isProse(text)
      ? [[isLogged.test(bare.slice(Math.max(0, index - 60), index)) ? 'logs' : kind, index, text]]
      : []
  })
  return [...comments, ...literals]
}

const textsOfDocument = (file, source) => {
  const kind = file === 'CHANGELOG.md' ? 'changelog' : 'documents'
  const prose = source.replace(/```[\s\S]*?```/g, (code) => code.replace(/[^\n]/g, ''))
  return [...prose.matchAll(/^(?!\s*(?:#|!\[)).+(?:\n(?!\s*(?:#|!\[|[-*|]|\d+\.)).+)*/gm)].flatMap(
    ({ index, 0: text }) => text.split('|').map((part) => [kind, index, part.replace(/^\s*(?:[-*]|\d+\.)\s+/, '')]),
  )
}

const found = Object.fromEntries([...Object.keys(ceilings), 'titles'].map((kind) => [kind, []]))
const privateNames = []
const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n')
const isSource = (file) =>
  /^(?:src|server|sandbox|build|scripts|inspector|torture|bench|ship|tests)\/.*\.(?:tsx?|mjs|css)$/.test(file)
const isDocument = (file) =>
  /\.md$/.test(file) && !/__golden__|__words__|STYLE|asvs|specification|prompt|docs\/machines/.test(file)
for (const file of files) {
  const textsOf = isSource(file) ? textsOfSource : isDocument(file) ? textsOfDocument : () => []
  const source = isSource(file) || isDocument(file) ? readFileSync(file, 'utf8') : ''
  if (isSource(file)) {
    const names = [...source.matchAll(exported)].map(([, name]) => name).filter(isPrivate)
    privateNames.push(...names.map((name) => `${file} ${name}`))
  }
  for (const [kind, index, text] of textsOf(file, source)) {
    const line = source.slice(0, index).split('\n').length
    found[kind].push(...sentencesOf(text).map((sentence) => ({ place: `${file}:${line}`, sentence })))
  }
}

for (const [kind, ceiling] of Object.entries(ceilings)) {
  const hits = found[kind].filter(({ sentence }) => patterns.some((pattern) => pattern.test(sentence)))
  const percent = (100 * hits.length) / Math.max(1, found[kind].length)
  const isOver = percent > ceiling && hits.length > ignored
  if (isOver) process.exitCode = 1
  console.log(
    `${kind}: ${hits.length} of ${found[kind].length} sentences, ${percent.toFixed(1)} %, ${isOver ? 'ABOVE' : 'at most'} ${ceiling} %`,
  )
  if (values.list === kind) for (const { place, sentence } of hits) console.log(`  ${place} ${sentence.slice(0, 200)}`)
}

if (privateNames.length > 0) {
  process.exitCode = 1
  console.log(`Exported names with words that STYLE.md replaced:\n${privateNames.join('\n')}`)
}

if (values.draw) {
  const rank = ({ sentence }) => createHash('sha256').update(`${values.draw} ${sentence}`).digest('hex')
  for (const [kind, all] of Object.entries(found)) {
    console.log(`\n${kind}`)
    const drawn = all.map((each) => ({ ...each, rank: rank(each) })).sort((a, b) => (a.rank < b.rank ? -1 : 1))
    for (const { place, sentence } of drawn.slice(0, 40)) console.log(`  ${place} ${sentence}`)
  }
}
