import { createHash } from 'node:crypto'
import { z } from 'zod'
import { mulberry32 } from '../random'
import type { CompletionBody } from './completion'
import { bodies, closers, openers, type Tone, tones } from './phrases'

/** What a completion asks for, as far as the stand-in understands it. */
export interface Assignment {
  /** The array property of the answer's schema; undefined where plain text is asked for. */
  field: string | undefined
  count: number
  system: string
  post: { author: string; text: string }
  seed: number
}

/**
 * Reads a completion request: the array in its JSON schema, the number after "exactly", the post as JSON between
 * `<post>` marks (or else the last message), the role from the system messages.
 */
export const readAssignment = (body: CompletionBody): Assignment => {
  const said = (roles: readonly string[]) =>
    body.messages.filter(({ role }) => roles.includes(role)).map(({ content }) => content)
  const asked = said(['user']).join('\n')
  const schema = arraySchema.safeParse(body.response_format?.json_schema?.schema)
  const field = schema.success
    ? Object.keys(schema.data.properties).find((name) => isArray(schema.data, name))
    : undefined
  const counts = [...asked.matchAll(/\bexactly (\d{1,3})\b/gi)].map(([, digits]) => Number(digits))
  const seed = createHash('sha256').update(JSON.stringify(body.messages)).digest().readUInt32BE()
  return {
    field: field ?? /\{\s?"(\w{1,30})": ?\[/.exec(asked)?.[1],
    count: Math.max(1, counts.at(-1) ?? 1),
    system: said(['system', 'developer']).join('\n'),
    post: readPost(asked),
    seed,
  }
}

/** Different from each other, each within 280 characters, the same for the same assignment. */
export const writeReplies = ({ count, system, post, seed }: Assignment, obedient: boolean): string[] => {
  const order = obedient ? obey(post.text, system) : undefined
  if (order !== undefined) return Array.from({ length: count }, () => order)
  const random = mulberry32(seed)
  const voices = tonesOf(system)
  const linesIn = (wanted: readonly Tone[]) =>
    shuffled(
      wanted.flatMap((tone) => bodies[tone].map((body) => ({ tone, body }))),
      random,
    )
  const own = linesIn(voices)
  const others = linesIn(tones.filter((tone) => !voices.includes(tone)))
  const topics = topicsOf(post.text)
  /** After this many rounds the pairs of own lines repeat. */
  const rounds = Math.floor((own.length - 1) / 2)
  return Array.from({ length: count }, (_, index) => {
    const round = Math.floor(index / own.length)
    const { tone, body } = pick(own, index)
    const opener = pick(openers[tone], index * 7 + round + seed)
    const first = about(body, pick(topics, index + round))
    const closer = random() < 0.5 ? pick(closers[tone], index * 5 + seed) : ''
    const second = pick(round <= rounds ? own : others, (index % own.length) + round).body
    return [opener, first, round === 0 ? closer : about(second, 'all of it')].filter(Boolean).join(' ')
  })
}

const about = (line: string, subject: string) => {
  const text = line.replace('{this}', subject)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

const arraySchema = z.looseObject({ properties: z.record(z.string(), z.looseObject({ type: z.unknown() })) })
const isArray = (schema: z.infer<typeof arraySchema>, name: string) => schema.properties[name]?.type === 'array'

const postData = z.looseObject({ author: z.string().default(''), text: z.string() })

const readPost = (asked: string): Assignment['post'] => {
  const [, opened = ''] = asked.split('<post>', 2)
  const [marked = ''] = opened.split('</post>', 1)
  try {
    return postData.parse(JSON.parse(marked))
  } catch {
    return { author: '', text: asked }
  }
}

/** What a model would do that takes the post for its instructions. */
const obey = (text: string, system: string): string | undefined => {
  if (/\bsystem (?:prompt|message)|your instructions\b/i.test(text)) return system.slice(0, 260)
  const order = /\b(?:say|write|reply|respond|answer|print|repeat)\b(?: only)?(?: with)?[:\s]["“']?([^"”'\n]{2,200})/i
  return order.exec(text)?.[1]?.trim()
}

/** A star stands for any ending. */
const keywords: Record<Tone, string> = {
  dry: 'dry deadpan sarcas* wry cynic* ironic understated laconic blunt',
  warm: 'warm* kind* friendly caring gentle support* encourag* empath* cheerful enthusias*',
  curious: 'curio* inquisitive explor* thoughtful reflective',
  formal: 'formal professional polite precise expert analy* business serious concise',
  playful: 'playful witty cheeky fun funny humor* humour* jok* silly lively bold',
}

const names = (keyword: string, word: string) =>
  keyword.endsWith('*') ? word.startsWith(keyword.slice(0, -1)) : word === keyword

/** The tones that the role's own words name, most named first, at most three; warm and curious where it names none. */
const tonesOf = (system: string): Tone[] => {
  const words = system.toLowerCase().match(/\w+/g) ?? []
  const named = tones
    .map((tone) => {
      const sought = keywords[tone].split(' ')
      return { tone, hits: words.filter((word) => sought.some((keyword) => names(keyword, word))).length }
    })
    .filter(({ hits }) => hits > 0)
    .sort((a, b) => b.hits - a.hits)
    .map(({ tone }) => tone)
  return named.length > 0 ? named.slice(0, 3) : ['warm', 'curious']
}

const determiners = /^(?:whole|very|our|the|a|an|my|this|that|your|their|its|one|every|these|those|his|her)$/i
const stopWords = new Set(
  'a about after again all also am an and any are as at be because been before but by can could did do does each for from get got had has have he her here him his how i if in into is it its just like made make me more most my never no not now of off on one only or our out over own she so some still than that the their them then there these they this those to too until up us very was we were what when where which while who why will with would you your'.split(
    ' ',
  ),
)

/** Short noun-like phrases of the text, as they stand in it, and ways to point at the whole of it. */
const topicsOf = (text: string): string[] => {
  const topics: string[] = []
  for (const sentence of text.replace(/https?:\/\/\S+|[@#]\w+/g, ' ').split(/[.!?;:,()"“”\n]+|\s[-–—]\s/)) {
    const words = sentence.trim().split(/\s+/)
    for (const [index, word] of words.entries()) {
      if (!determiners.test(word)) continue
      const [noun = '', more = ''] = words.slice(index + 1, index + 3)
      if (!isContent(noun) || isInflected(noun)) continue
      topics.push(isContent(more) && !isInflected(more) ? `the ${noun} ${more}` : `the ${noun}`)
    }
  }
  const short = [...new Set(topics)].filter((topic) => topic.length <= 32)
  return ['this', ...short.slice(0, 5)]
}

/** Verb forms and plurals, which would not fit the sentences that topics are put into. */
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
