import { createHash } from 'node:crypto'
import { z } from 'zod'
import { mulberry32 } from '../random'
import type { CompletionBody } from './completion'
import { bodies, closers, openers, type Tone, tones } from './phrases'

export interface Assignment {
  /** The array property of the answer's schema, or of the form in the request; undefined for plain text. */
  field: string | undefined
  count: number
  from: number
  system: string
  post: ShownPost
  seed: number
}

/**
 * Reads a completion request: the array in its JSON schema, the number after "exactly", that after "from reply", the
 * post as JSON between `<post>` marks (otherwise the last message), the role from the system messages.
 */
export const readAssignment = (body: CompletionBody): Assignment => {
  const said = (roles: readonly string[]) =>
    body.messages.filter(({ role }) => roles.includes(role)).map(({ content }) => content)
  const asked = said(['user']).at(-1) ?? ''
  const system = said(['system', 'developer']).join('\n')
  const schema = arraySchema.safeParse(body.response_format?.json_schema?.schema)
  const field = schema.success
    ? Object.keys(schema.data.properties).find((name) => isArray(schema.data, name))
    : undefined
  const post = readPost(asked)
  return {
    field: field ?? /\{\s?"(\w{1,30})": ?\[/.exec(asked)?.[1],
    count: numberAfter(asked, /\bexactly (\d{1,3})\b/i) ?? 1,
    from: (numberAfter(asked, /\bstarting with reply (\d{1,4})\b/i) ?? 1) - 1,
    system,
    post,
    seed: createHash('sha256')
      .update(JSON.stringify([system, post]))
      .digest()
      .readUInt32BE(),
  }
}

const numberAfter = (text: string, pattern: RegExp): number | undefined => {
  const digits = pattern.exec(text)?.[1]
  return digits === undefined ? undefined : Math.max(1, Number(digits))
}

/** Different from each other and from earlier ones, each within 280 characters, the same for the same assignment. */
export const writeReplies = ({ count, from, system, post, seed }: Assignment, obedient: boolean): string[] => {
  const order = obedient ? obey(post.text, system) : undefined
  if (order !== undefined) return Array.from({ length: count }, () => order)
  const tone = toneOf(system)
  const random = mulberry32(seed)
  const lines = linesFrom(
    shuffled(bodies[tone], random),
    shuffled(
      tones.flatMap((each) => bodies[each]),
      random,
    ),
  )
  const topics = topicsOf(post.text)
  const seen = shuffled(remarks(post), random)
  return Array.from({ length: count }, (_, index) => {
    const number = from + index
    const [first = '', ...more] = pick(lines, number)
    const opener = more.length === 0 ? pick(openers[tone], number * 7 + seed) : ''
    const said = [about(first, pick(topics, number)), ...more.map((line) => about(line, 'all of it'))]
    const closer =
      more.length > 0
        ? ''
        : number % 3 === 1 && seen.length > 0
          ? pick(seen, number)
          : pick(closers[tone], number * 5 + seed)
    return [opener, ...said, number % 2 === 0 && number % 3 !== 1 ? '' : closer].filter(Boolean).join(' ')
  })
}

/**
 * First single lines of one voice, then combinations of two and three; after these a second voice, and pairs of other voices.
 */
const linesFrom = (own: readonly string[], all: readonly string[]): string[][] => {
  const others = all.filter((line) => !own.includes(line))
  return [
    ...own.map((line) => [line]),
    ...pairs(own),
    ...own.flatMap((line, index) => pairs(own.slice(index + 1)).map((pair) => [line, ...pair])),
    ...own.flatMap((line) => others.map((other) => [line, other])),
    ...pairs(others),
  ]
}

const pairs = (lines: readonly string[]): string[][] =>
  lines.flatMap((first, index) => lines.slice(index + 1).map((second) => [first, second]))

const about = (line: string, subject: string) => {
  const text = line.replace('{this}', subject)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

const arraySchema = z.looseObject({ properties: z.record(z.string(), z.looseObject({ type: z.unknown() })) })
const isArray = (schema: z.infer<typeof arraySchema>, name: string) => schema.properties[name]?.type === 'array'

const words = z.looseObject({ text: z.string().catch(''), name: z.string().optional(), author: z.string().optional() })
const shown = z.looseObject({
  author: z.string().default(''),
  text: z.string(),
  pictures: z.array(z.looseObject({ kind: z.string(), description: z.string() })).default([]),
  poll: z.array(z.string()).default([]),
  article: z.looseObject({ title: z.string() }).optional(),
  quotes: words.optional(),
  replies_to: words.optional(),
})
type ShownPost = z.infer<typeof shown>

const readPost = (asked: string): ShownPost => {
  const [, opened = ''] = asked.split('<post>', 2)
  const [marked = ''] = opened.split('</post>', 1)
  try {
    return shown.parse(JSON.parse(marked))
  } catch {
    return shown.parse({ text: asked })
  }
}

const remarks = ({ pictures, poll, article, quotes, replies_to }: ShownPost): string[] => [
  ...poll.slice(0, 4).map((option) => `My vote goes to ${short(option)}.`),
  ...pictures.flatMap(({ kind, description }) =>
    description === 'none' ? [] : [`That ${kind}, ${short(description)}, says a lot.`],
  ),
  ...(article ? [`“${short(article.title)}” is on tonight's reading list.`] : []),
  ...(quotes ? [`It reads well beside what ${quotes.author ?? 'they'} wrote.`] : []),
  ...(replies_to ? [`A fair answer to ${replies_to.author ?? 'that'}.`] : []),
]

/** The first words, without punctuation at the beginning or end of a sentence. */
const short = (text: string): string => {
  const [first = ''] = text.split(/[.!?\n]/, 1)
  const cut = first.trim().split(/\s+/, 8).join(' ').slice(0, 60)
  return `${cut.charAt(0).toLowerCase()}${cut.slice(1)}`
}

/** The reply of a model that mistakes the post for its instructions. */
const obey = (text: string, system: string): string | undefined => {
  if (/\bsystem (?:prompt|message)|your instructions\b/i.test(text)) return system.slice(0, 260)
  const order = /\b(?:say|write|reply|respond|answer|print|repeat)\b(?: only)?(?: with)?[:\s]["“']?([^"”'\n]{2,200})/i
  return order.exec(text)?.[1]?.trim()
}

/** A star matches any ending. */
const keywords: Record<Tone, string> = {
  dry: 'dry deadpan sarcas* wry cynic* ironic understated laconic blunt',
  warm: 'warm* kind* friendly caring gentle support* encourag* empath* cheerful enthusias*',
  curious: 'curio* question* inquisitive explor* thoughtful reflective',
  formal: 'formal professional polite precise expert analy* business serious concise',
  playful: 'playful witty cheeky fun funny humor* humour* jok* silly lively bold',
}

const names = (keyword: string, word: string) =>
  keyword.endsWith('*') ? word.startsWith(keyword.slice(0, -1)) : word === keyword

/** Parts of the system message that describe how a character speaks; they count more than the rest. */
const ownWords = /(?:Your field|Your personality):\n([^\n]*(?:\n- [^\n]*)*)/g

/**
 * The tone that the role's own words name most, its field and personality before its prompt; warm if they name none.
 */
const toneOf = (system: string): Tone => {
  const weighed = [
    system,
    ...Array.from({ length: 3 }, () => [...system.matchAll(ownWords)].map(([, own]) => own).join(' ')),
  ]
  const said = weighed.join(' ').toLowerCase().match(/\w+/g) ?? []
  const hits = (tone: Tone) => {
    const sought = keywords[tone].split(' ')
    return said.filter((word) => sought.some((keyword) => names(keyword, word))).length
  }
  const [most = 'warm'] = tones.filter((tone) => hits(tone) > 0).sort((a, b) => hits(b) - hits(a))
  return most
}

const determiners = /^(?:whole|very|our|the|a|an|my|this|that|your|their|its|one|every|these|those|his|her)$/i
const stopWords = new Set(
  'a about after again all also am an and any are as at be because been before but by can could did do does each for from get got had has have he her here him his how i if in into is it its just like made make me more most my never no not now of off on one only or our out over own she so some still than that the their them then there these they this those to too until up us very was we were what when where which while who why will with would you your'.split(
    ' ',
  ),
)

/** Short noun-like phrases of the text, and ways to point at the whole of it. */
const topicsOf = (text: string): string[] => {
  const topics: string[] = []
  for (const sentence of text.replace(/https?:\/\/\S+|[@#]\w+/g, ' ').split(/[.!?;:,()"“”\n]+|\s[-–—]\s/)) {
    const words = sentence.trim().split(/\s+/)
    for (const [index, word] of words.entries()) {
      if (!determiners.test(word)) continue
      const [noun = '', more = '', after = ''] = words.slice(index + 1, index + 4)
      if (!isContent(noun) || isInflected(noun)) continue
      if (!isContent(more)) topics.push(...(adjectives.test(noun) ? [] : [`the ${noun}`]))
      else if (!isInflected(more) && !isContent(after)) topics.push(`the ${noun} ${more}`)
    }
  }
  const short = [...new Set(topics)].filter((topic) => topic.length <= 32)
  return ['this', ...short.slice(0, 5)]
}

/** These need a noun after them. */
const adjectives =
  /^(?:old|new|first|last|next|big|small|great|good|bad|best|worst|own|little|long|short|real|right|only|same|other|late|early|main|full|final|local|young|free)$/i

/** Verb forms and plurals would not fit the sentences around topics. */
const isInflected = (word: string) => /(?:ed|ing|ly|[^s]s)$/i.test(word)

const isContent = (word: string) =>
  /^[\p{L}\p{N}][\p{L}\p{N}'’-]*$/u.test(word) && !stopWords.has(word.toLowerCase()) && !determiners.test(word)

const pick = <T>(list: readonly T[], index: number): T => {
  const found = list[(index >>> 0) % list.length]
  if (found === undefined) throw new RangeError('nothing to pick from')
  return found
}

const shuffled = <T>(list: readonly T[], random: () => number): T[] =>
  list
    .map((value) => ({ value, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value)
