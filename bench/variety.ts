import { startModelStandIn } from '../sandbox/model/standIn'
import { characters } from '../server/features/system/sample/characters'
import { createModelClient } from '../server/models/client'
import { buildMessages } from '../server/models/prompt/prompt'
import type { GenerateRequest } from '../server/models/types'
import { repliesPerCall } from '../src/schemas/composer/replies'

const count = 50
const post = {
  text: 'We open our first shop this Saturday. Coffee is on us until noon.',
  authorUsername: 'kioskandco',
  authorName: 'Kiosk & Co',
}

/**
 * Requests fifty drafts of one character for one post from a stand-in that repeats itself: first with the same bare
 * question as often as needed, then with the product's angles and checks.
 */
export const benchVariety = async (): Promise<void> => {
  const model = await startModelStandIn()
  const [character] = characters
  if (!character) throw new Error('The sample has no character')
  const request: GenerateRequest = { role: { ...character, model_name: 'sandbox-mini' }, post, count }
  const repeatsItself = () =>
    model.control({
      rules: Array.from({ length: 60 }, (_, call) => {
        const answer = call % 4 === 1 ? 'duplicates' : 'nearDuplicates'
        return { times: 1, do: call % 2 === 1 ? { answer } : {} }
      }),
    })
  try {
    repeatsItself()
    tell('before the variety plan', await asked(model.baseUrl, model.apiKey, request))
    repeatsItself()
    const client = createModelClient({ baseUrl: model.baseUrl, apiKey: model.apiKey, timeoutMs: 10_000 })
    const { replies, incomplete } = await client.generateReplies(request)
    tell('with it', replies)
    console.log(incomplete === undefined ? '' : `  ${incomplete}\n`)
  } finally {
    await model.close()
  }
}

const asked = async (baseUrl: string, apiKey: string, request: GenerateRequest): Promise<string[]> => {
  const texts: string[] = []
  const messages = buildMessages(request, repliesPerCall)
  while (texts.length < count) {
    const answer = await fetch(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ model: request.role.model_name, messages, response_format: { type: 'json_object' } }),
    })
    const { choices } = (await answer.json()) as { choices: { message: { content: string } }[] }
    const { replies } = JSON.parse(choices[0]?.message.content ?? '{}') as { replies: string[] }
    texts.push(...replies)
  }
  return texts.slice(0, count)
}

const tell = (name: string, texts: readonly string[]) => {
  const openings = new Set(texts.map((text) => text.toLowerCase().split(/\s+/, 3).join(' ')))
  const nearest = texts.map((text, at) =>
    Math.max(0, ...texts.map((other, index) => (index === at ? 0 : shareOf(text, other)))),
  )
  const mean = nearest.reduce((sum, share) => sum + share, 0) / Math.max(1, nearest.length)
  const alike = nearest.filter((share) => share >= 0.9).length
  console.log(
    `${name.padEnd(24)} ${texts.length} drafts, ${openings.size} openings of three words, nearest neighbour ${mean.toFixed(2)} alike on average, ${alike} near-identical to another`,
  )
}

/** The share of letter pairs that two texts have in common, 0 to 1 (Sørensen-Dice), without case and punctuation. */
const shareOf = (one: string, other: string): number => {
  const [left, right] = [pairsOf(one), pairsOf(other)]
  const total = left.length + right.length
  const common = left.filter((pair) => {
    const at = right.indexOf(pair)
    if (at >= 0) right.splice(at, 1)
    return at >= 0
  })
  return total === 0 ? Number(one === other) : (2 * common.length) / total
}

const pairsOf = (text: string): string[] => {
  const letters = [
    ...text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  ]
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`)
}
