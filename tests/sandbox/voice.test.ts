import { describe, expect, it } from 'vitest'
import { bodies, openers, type Tone, tones } from '../../sandbox/model/phrases'
import { readAssignment, writeReplies } from '../../sandbox/model/voice'
import { characters } from '../../server/features/system/sample/characters'
import { buildMessages } from '../../server/models/prompt/prompt'
import { distinctTexts } from '../../server/models/prompt/texts'
import type { GenerateRequest } from '../../server/models/types'
import { weightedLength } from '../../src/schemas/composer/postText'

const text = 'Stop by the old harbour kitchen, Saturday. The old building has the best view of our ferries.'

const write = (name: string, count: number, change: Partial<GenerateRequest['post']> = {}, from = 0) => {
  const character = characters.find((each) => each.name === name)
  if (!character) throw new Error(`no character ${name}`)
  const post = { text, authorUsername: 'kiosk', authorName: 'Kiosk', ...change }
  const request = { role: { ...character, model_name: 'sandbox-mini' }, post, count }
  const messages = buildMessages(request, count, [], from)
  return writeReplies(readAssignment({ model: 'sandbox-mini', messages: messages.map((each) => ({ ...each })) }), false)
}

const linesOf = (tone: Tone) => bodies[tone].flatMap((line) => line.split('{this}').filter((part) => part.length > 12))
const openersOf = (tone: Tone) => openers[tone].filter((opener) => opener.length > 3)

describe('the stand-in for the model', () => {
  it.each([
    ['Mara', 'dry'],
    ['Jonas', 'curious'],
    ['Inés', 'warm'],
  ] as const)('writes for %s in one voice, %s', (name, tone) => {
    const said = write(name, 40).join('\n')
    expect(linesOf(tone).filter((line) => said.includes(line)).length).toBeGreaterThan(5)
    for (const other of tones.filter((each) => each !== tone)) {
      expect(
        [...linesOf(other), ...openersOf(other)].filter((line) =>
          said.split('\n').some((reply) => reply.startsWith(line)),
        ),
      ).toEqual([])
    }
  })

  it('completes every phrase with its noun', () => {
    const said = write('Mara', 60).join('\n')
    expect(said).not.toMatch(/\bthe (?:old|best|whole|new)(?: [a-z]+(?:ed|ing|s))?[.,?!]/)
  })

  it('writes a thousand different replies, in chunks, each within the limit', () => {
    const all = Array.from({ length: 50 }, (_, chunk) => write('Mara', 20, {}, chunk * 20)).flat()
    expect(distinctTexts(all)).toHaveLength(1000)
    expect(all.filter((reply) => weightedLength(reply) > 280)).toEqual([])
  })

  it('mentions the context around the post', () => {
    const nothing = { media: [], links: [], not_shown: [] }
    const said = (context: GenerateRequest['post']['context']) => write('Mara', 12, { context }).join('\n')
    expect(said({ ...nothing, poll: { options: [{ label: 'Cheese' }, { label: 'Plum' }] } })).toMatch(
      /My vote goes to (?:cheese|plum)\./,
    )
    expect(said({ ...nothing, media: [{ kind: 'image', alt_text: 'A rusty shop sign' }] })).toContain(
      'a rusty shop sign',
    )
    expect(
      said({ ...nothing, quoted: { ...nothing, tweet_id: '17', text: 'Notes', author_username: 'railnotes' } }),
    ).toContain('railnotes')
  })
})
