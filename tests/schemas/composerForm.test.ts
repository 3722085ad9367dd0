import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  batchForm,
  contentForm,
  countOffer,
  linkForm,
  postedForm,
  soloForm,
  targetOf,
} from '../../src/schemas/composer/composerForm'
import { type ComposerForm, emptyComposerForm } from '../../src/schemas/composer/draft'
import { agents } from '../support/composerAlone'

const errorsOf = (schema: z.core.$ZodType, value: unknown): Record<string, string> =>
  Object.fromEntries(
    z.safeParse(schema, value).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [],
  )

const batch: ComposerForm = {
  ...emptyComposerForm,
  tweet_url: ' https://x.com/maker/status/1900000000000000001 ',
  role_id: '5',
  group_name: 'launch-crew',
  count: '3',
}
const solo: ComposerForm = { ...batch, group_name: '', account_id: '12' }

describe('the batch form', () => {
  it('becomes the body of a preview and a send', () => {
    expect(z.parse(batchForm(12), batch)).toEqual({
      tweet_url: 'https://x.com/maker/status/1900000000000000001',
      role_id: 5,
      count: 3,
    })
  })

  it('names everything that is missing', () => {
    expect(errorsOf(batchForm(undefined), { ...emptyComposerForm, count: '' })).toEqual({
      tweet_url: 'X post link is required',
      role_id: 'AI Model selection is required',
      group_name: 'Group selection is required',
      count: 'Reply count must be at least 1',
    })
  })

  it.each([
    ['0', 'Reply count must be at least 1'],
    ['-2', 'Reply count must be at least 1'],
    ['1.5', 'Reply count must be a whole number'],
    ['0.5', 'Reply count must be a whole number'],
    ['many', 'Reply count must be at least 1'],
    ['13', 'Maximum value is 12'],
  ])('refuses a count of %s', (count, message) => {
    expect(errorsOf(batchForm(12), { ...batch, count })).toEqual({ count: message })
  })

  it('accepts a count up to the accounts of the group, but no more than the server accepts at once', () => {
    expect(errorsOf(batchForm(12), { ...batch, count: '12' })).toEqual({})
    expect(errorsOf(batchForm(1203), { ...batch, count: '1203' })).toEqual({})
    expect(errorsOf(batchForm(6000), { ...batch, count: '5001' })).toEqual({ count: 'Maximum value is 5000' })
    expect(errorsOf(batchForm(0), { ...batch, count: '1' })).toEqual({ count: 'Maximum value is 0' })
  })

  it.each([
    [3, 0, 3, '1 to 3, the number of accounts in the group.', 'Use all 3 accounts'],
    [1203, 0, 1203, '1 to 1,203, the number of accounts in the group.', 'Use all 1,203 accounts'],
    [1203, 2, 1203, '1 to 1,203, the number of accounts in the group.', 'Use all 1,201 accounts'],
    [5000, 0, 5000, '1 to 5,000, the number of accounts in the group.', 'Use all 5,000 accounts'],
    [5001, 0, 5000, '1 to 5,000, the limit of one send.', 'Use 5,000 accounts, the limit of one send'],
    [5001, 1, 5000, '1 to 5,000, the limit of one send.', 'Use all 5,000 accounts'],
  ])(
    'of %i accounts, %i of them inactive, agrees in limit, message, hint and button',
    (size, idle, most, hint, label) => {
      const accounts = agents(...Array.from({ length: size }, (_, at) => `a${at}`)).map((account, at) => ({
        ...account,
        is_active: at >= idle,
      }))
      const { fill, ...offer } = countOffer(accounts)
      expect([offer, fill?.label]).toEqual([{ most, hint }, label])
      const errorOf = (count: number) => errorsOf(batchForm(size), { ...batch, count: String(count) })
      expect([errorOf(fill?.count ?? 0), errorOf(most), errorOf(most + 1)]).toEqual([
        {},
        {},
        { count: `Maximum value is ${most}` },
      ])
    },
  )
})

describe('the solo form', () => {
  it('requires one reply, whatever the count of the batch', () => {
    expect(z.parse(soloForm, { ...solo, count: '7' })).toEqual({
      tweet_url: 'https://x.com/maker/status/1900000000000000001',
      role_id: 5,
      count: 1,
    })
  })

  it('requires a media agent', () => {
    expect(errorsOf(soloForm, { ...solo, account_id: '' })).toEqual({ account_id: 'Media Agent selection is required' })
  })
})

describe('the target of the replies', () => {
  it('is the group of a batch and the account of a single reply', () => {
    expect(targetOf('batch', batch)).toEqual({ group_name: 'launch-crew' })
    expect(targetOf('solo', solo)).toEqual({ twitter_account_id: 12 })
  })

  it('takes a provider’s own id as it is, and a long number without rounding', () => {
    expect(targetOf('solo', { ...solo, account_id: 'acc-7f' })).toEqual({ twitter_account_id: 'acc-7f' })
    expect(targetOf('solo', { ...solo, account_id: '1991427730554880217' })).toEqual({
      twitter_account_id: '1991427730554880217',
    })
    expect(z.parse(batchForm(12), { ...batch, role_id: 'role-b' })).toMatchObject({ role_id: 'role-b' })
  })

  it.each([
    ['batch', { ...solo, group_name: '  ' }],
    ['solo', batch],
    ['solo', { ...solo, account_id: '0' }],
    ['solo', { ...solo, account_id: ' ' }],
  ] as const)('is nowhere for a %s form that does not say', (mode, form) => {
    expect(targetOf(mode, form)).toBeUndefined()
  })
})

describe('the link', () => {
  it('is required, and links to other sites are left to the server', () => {
    expect(errorsOf(linkForm, { tweet_url: ' \u200b' })).toEqual({ tweet_url: 'X post link is required' })
    expect(z.parse(linkForm, { tweet_url: ' https://example.org/maker/status/1 ' })).toEqual({
      tweet_url: 'https://example.org/maker/status/1',
    })
  })
})

it.each([
  ['http://127.0.0.1:4741', 'http://127.0.0.1:4741/sam/status/19', 'https://x.com/sam/status/19'],
  ['http://127.0.0.1:4741/', ' http://127.0.0.1:4741/sam/status/19 ', 'https://x.com/sam/status/19'],
  ['https://x.com', 'https://twitter.com/sam/status/19', 'https://twitter.com/sam/status/19'],
  ['https://posts.example', '19', '19'],
])('a posted reply has its link at %s, too: "%s"', (site, link, taken) => {
  expect(z.parse(postedForm(site), { tweet_url: link })).toEqual({ tweet_url: taken })
  const elsewhere = errorsOf(postedForm(site), { tweet_url: 'https://example.org/sam/status/19' })
  expect(elsewhere).toEqual({ tweet_url: 'Paste a link to one post on x.com or twitter.com' })
})

describe('the content of a reply', () => {
  it('is required, and loses surrounding spaces, as on the server', () => {
    const required = { content: 'Content is required' }
    const unseen = [' \n ', '\u200b\u200d', '\u2060 \u3164', '\u202e']
    expect(unseen.map((content) => errorsOf(contentForm, { content }))).toEqual(unseen.map(() => required))
    expect(errorsOf(contentForm, { content: '\u200b.' })).toEqual({})
    expect(z.parse(contentForm, { content: ' Two\nlines\n ' })).toEqual({ content: 'Two\nlines' })
  })
})
