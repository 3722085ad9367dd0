import { createHash } from 'node:crypto'
import { sandboxAccounts } from '../accounts-data'
import { type Sample, samples } from './samples'
import type { Scene } from './scene'

export const offeredPosts = {
  /** This post mentions three of the sample's accounts, which may answer it. */
  mention: '1991427730554880217',
  /** A stranger's post, which nobody may answer through the API. */
  stranger: '1991427730554880340',
} as const

/**
 * The post of any well-formed id, the same one each time: a believable mix of strangers' posts, posts that mention or
 * quote the sample's accounts, those accounts' own, and posts whose author limits replies.
 *
 * @param username the author in a link; links to the featured posts name their authors already.
 */
export const sampleScene = (id: string, username?: string): Scene => {
  const scene = featured[id] ?? drawn(BigInt(id))
  if (username === undefined || featured[id] || username.toLowerCase() === scene.username.toLowerCase()) return scene
  const { name: _, ...rest } = scene
  return { ...rest, username }
}

const featured: Record<string, Scene> = {
  [offeredPosts.mention]: {
    username: 'kioskandco',
    name: 'Kiosk & Co',
    text: "We open our first shop this Saturday. Coffee's on us until noon. @brewlab_ama @corner_espresso @dailygrind_jo, will you judge our espresso?",
    media: [
      { type: 'photo', alt: 'A small corner shop with paper over its windows and a hand-painted sign: Saturday!' },
    ],
    lang: 'en',
  },
  [offeredPosts.stranger]: {
    username: 'northfieldbread',
    name: 'Northfield Bakery',
    text: 'Our sourdough starter turned ten this week. It has outlived two ovens and one business partner.',
    media: [{ type: 'photo' }],
    poll: ['Toast first', 'Soup first'],
    lang: 'en',
  },
}

type Kind = 'own' | 'mention' | 'quote' | 'thread' | 'answer' | 'threadMention' | 'limited' | 'plain'

/** The weight of each kind, out of 16. */
const mix: Record<Kind, number> = {
  own: 2,
  mention: 3,
  quote: 1,
  thread: 1,
  answer: 1,
  threadMention: 1,
  limited: 1,
  plain: 6,
}
const kinds = Object.entries(mix).flatMap(([kind, times]) => Array.from({ length: times }, () => kind as Kind))

const crew = sandboxAccounts(12).map(({ username }) => username.slice(1))

/** These bytes determine the post of an id. */
const bytesOf = (id: bigint) => createHash('sha256').update(String(id)).digest()
const pick = <T>(choices: readonly T[], byte: number): T => choices[byte % choices.length] as T
const kindOf = (id: bigint): Kind => pick(kinds, bytesOf(id).readUInt8(4))

const drawn = (id: bigint): Scene => {
  const bytes = bytesOf(id)
  const sample = samples[bytes.readUInt32BE() % samples.length] ?? samples[0]
  const handles = crewDrawn(bytes)
  const plain = { ...strangers(sample), ...embellished(bytes) }
  switch (kindOf(id)) {
    case 'own':
      return { ...embellished(bytes), username: handles[0] ?? '', text: sample[2] }
    case 'mention':
      return { ...plain, text: `${sample[2]} ${handles.map((handle) => `@${handle}`).join(' ')} what do you say?` }
    case 'quote':
      return { ...strangers(sample), quotes: nearest(id, 'own') }
    case 'thread':
      return { ...strangers(sample), inReplyTo: nearest(id, 'plain') }
    case 'answer':
      return { ...strangers(sample), inReplyTo: nearest(id, 'own') }
    case 'threadMention':
      return { ...strangers(sample), text: `${sample[2]} @${handles[0]}`, inReplyTo: nearest(id, 'plain') }
    case 'limited':
      return { ...plain, replySettings: pick(['mentionedUsers', 'following', 'verified'], bytes.readUInt8(9)) }
    case 'plain':
      return plain
  }
}

const strangers = ([username, name, text]: Sample) => ({ username, name, text, lang: 'en' })

const crewDrawn = (bytes: Buffer): string[] => [
  ...new Set(
    Array.from({ length: 1 + (bytes.readUInt8(5) % 3) }, (_, index) => pick(crew, bytes.readUInt8(6 + index))),
  ),
]

const embellished = (bytes: Buffer): Partial<Scene> =>
  pick<Partial<Scene>>(
    [
      { media: [{ type: 'photo', alt: 'A hand-drawn sketch on squared paper' }] },
      { media: [{ type: 'photo' }, { type: 'photo', alt: 'The same from the other side' }] },
      { media: [{ type: 'video' }] },
      { poll: ['Yes', 'No', 'Ask me after coffee'] },
      { article: { title: 'What we learnt in our first year', text: 'Ask early. Write down what people say.' } },
      ...Array.from({ length: 5 }, () => ({})),
    ],
    bytes.readUInt8(10),
  )

/** The nearest id whose post is of that kind, older if possible. */
const nearest = (id: bigint, kind: Kind): string => {
  const step = id > 10_000n ? -1n : 1n
  let other = id + step
  while (kindOf(other) !== kind || String(other) in featured) other += step
  return String(other)
}
