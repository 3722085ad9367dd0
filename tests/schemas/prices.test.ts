import { describe, expect, it } from 'vitest'
import { priceOfTokens } from '../../src/schemas/characters/models'
import { estimatedTokens, isTooLong, tokensOfPrompt, tokensPerReply } from '../../src/schemas/characters/tokens'
import { type Prices, priceOfReading, priceOfReply, sumOf } from '../../src/schemas/usage/money'

const prices: Prices = {
  post_create: 15_000,
  post_create_with_url: 200_000,
  post_create_summoned: 10_000,
  post_read: 5_000,
  owned_read: 1_000,
  user_read: 7_000,
  users_me: 3_000,
}

describe('the charges of X', () => {
  it.each([
    [{ hasLink: false, isSummoned: false }, 15_000],
    [{ hasLink: false, isSummoned: true }, 10_000],
    [{ hasLink: true, isSummoned: false }, 200_000],
    [{ hasLink: true, isSummoned: true }, 200_000],
  ])('for a reply, %j, is %i', (reply, price) => {
    expect(priceOfReply(prices, reply)).toBe(price)
  })

  it.each([
    [{ posts: 2, users: 3 }, 31_000],
    [{ posts: 0, users: 0, owned: 4 }, 4_000],
    [{ posts: 1, users: 1, owned: 1 }, 13_000],
    [{ posts: 0, users: 0 }, 0],
  ])('for reading %j is %i', (read, price) => {
    expect(priceOfReading(prices, read)).toBe(price)
  })

  it('for owned posts are those of other posts if no lower price is known', () => {
    expect(priceOfReading({ ...prices, owned_read: null }, { posts: 0, users: 0, owned: 2 })).toBe(10_000)
  })

  it('are unknown if the price of something that was read is unknown', () => {
    const unknown = { ...prices, user_read: null }
    expect(priceOfReading(unknown, { posts: 2, users: 1 })).toBeNull()
    expect(priceOfReading(unknown, { posts: 2, users: 0 })).toBe(10_000)
    expect([sumOf([1, 2, 4]), sumOf([]), sumOf([1, null]), sumOf([null, 1])]).toEqual([7, 0, null, null])
  })
})

describe('the charges of a model', () => {
  it('are given per million tokens, and rounded up', () => {
    const price = { input: 3_000_000, output: 15_000_000 }
    expect(priceOfTokens(price, { input: 1_000_000, output: 2_000_000 })).toBe(33_000_000)
    expect(priceOfTokens({ input: 1, output: 0 }, { input: 1, output: 9 })).toBe(1)
    expect(priceOfTokens(undefined, { input: 1, output: 1 })).toBeNull()
  })
})

describe('estimated tokens', () => {
  it.each([
    ['', 0],
    ['abcd', 1],
    ['abcde', 2],
    ['漢字', 2],
    ['abcd漢é', 3],
    ['\u024f\u0250', 2],
  ])('of %j are %i', (text, tokens) => {
    expect(estimatedTokens(text)).toBe(tokens)
  })

  const role = {
    ...{ id: 1, name: 'n', model_name: 'a long name that no model is told', category: 'c', system_prompt: 's' },
    ...{ background_story: 'b', language: 'l', personality_traits: ['p'], instruction_set: ['i'], version: '1' },
    ...{ knowledge_base: {}, example_conversations: {} },
  }
  const of = (changes: object, count = 1, postText = '') =>
    tokensOfPrompt({ role: { ...role, ...changes }, postText, count })

  it('of a prompt are those of its rules, of each reply, of the character and of the post', () => {
    /** Seven texts of one sign, `{}` twice, and eight line breaks between them are 19 signs. */
    expect(of({})).toBe(300 + 12 + 5)
    expect(of({}, 3) - of({}, 1)).toBe(24)
    expect(of({}, 1, '漢'.repeat(7)) - of({})).toBe(7)
  })

  it.each(['system_prompt', 'name', 'category', 'background_story', 'language'])('grow with its %s', (member) => {
    expect(of({ [member]: '漢'.repeat(40) }) - of({})).toBe(40)
  })

  it('grow with its lists and its knowledge, not with the name of its model', () => {
    expect(of({ personality_traits: ['漢'.repeat(40)] }) - of({})).toBe(40)
    expect(of({ instruction_set: ['漢'.repeat(40)] }) - of({})).toBe(40)
    expect(of({ knowledge_base: { 漢: '漢'.repeat(39) } }) - of({})).toBeGreaterThanOrEqual(40)
    expect(of({ model_name: '漢'.repeat(40) })).toBe(of({}))
  })

  it('grow by 36 for each example beside its words, and other conversations grow by their own words', () => {
    const example = { ['漢'.repeat(10)]: '字'.repeat(20) }
    expect(of({ example_conversations: example }) - of({})).toBe(36 + 30)
    expect(of({ example_conversations: { a: { b: '漢'.repeat(40) } } }) - of({})).toBeGreaterThanOrEqual(40)
  })

  it("are too many if they exceed the model's limit by a fifth", () => {
    expect([119, 120, 121].map((tokens) => isTooLong(tokens, 100))).toEqual([false, false, true])
    expect(tokensPerReply).toBe(60)
  })
})
