import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { linkForm } from '../../src/schemas/composer/composerForm'
import { contextLimits } from '../../src/schemas/composer/postContext'
import { contract } from '../../src/schemas/contract'
import { queueSettings } from '../../src/schemas/queue/queue'
import { recentMessage } from '../../src/schemas/shell/recentMessage'
import { sampleAccount, sampleRole } from '../support/serverFakes'

const messagesOf = (schema: z.core.$ZodType, value: unknown): string[] =>
  z.safeParse(schema, value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

const account = sampleAccount('ada')
const { createRole, createAccount, createGroup, register, fetchContent, updateReply, batchPostReplies } = contract

describe('a text', () => {
  it.each([
    [createRole.body, sampleRole, 'name', 200, 'Name is required'],
    [createRole.body, sampleRole, 'model_name', 200, 'Model name is required'],
    [createRole.body, sampleRole, 'category', 200, 'Category is required'],
    [createRole.body, sampleRole, 'system_prompt', 20_000, 'System Prompt is required'],
    [createRole.body, sampleRole, 'background_story', 20_000, 'Background Story is required'],
    [createRole.body, sampleRole, 'version', 100, 'Version is required'],
    [createRole.body, sampleRole, 'language', 100, 'Language is required'],
    [createAccount.body, account, 'client_id', 4096, 'Client ID is required'],
    [createAccount.body, account, 'client_secret', 4096, 'Client Secret is required'],
    [createAccount.body, account, 'api_key', 4096, 'API Key is required'],
    [createAccount.body, account, 'api_secret', 4096, 'API Secret is required'],
    [createAccount.body, account, 'access_token', 4096, 'Access Token is required'],
    [createAccount.body, account, 'access_token_secret', 4096, 'Access Token Secret is required'],
    [createGroup.body, { name: 'a', description: 'b' }, 'name', 100, 'Name is required'],
    [createGroup.body, { name: 'a', description: 'b' }, 'description', 1000, 'Description is required'],
    [register.body, { email: 'a@b.example', password: 'abcdef' }, 'username', 100, 'Username is required'],
    [fetchContent.body, {}, 'tweet_url', 2048, 'X post link is required'],
    [updateReply.body, {}, 'content', 10_000, 'Content is required'],
    [batchPostReplies.body, { reply_ids: ['r1'] }, 'group_name', 100, 'Group selection is required'],
    [contract.tryModel.body, {}, 'model_name', 200, 'Model name is required'],
    [contract.renamePasskey.body, {}, 'label', 60, 'Enter a name'],
    [contract.createApiToken.body, { scope: 'read', days: 1 }, 'name', 60, 'Name is required'],
  ])('%# is missing if it is blank, and ends at its limit: %s %s %s %i', (schema, others, member, most, required) => {
    const told = (text: unknown) => messagesOf(schema, { ...others, [member]: text })
    expect([told(undefined), told(' \n ')]).toEqual([[`${member}: ${required}`], [`${member}: ${required}`]])
    expect([told('x'.repeat(most)), told(` ${'x'.repeat(most)} `)]).toEqual([[], []])
    expect(told('x'.repeat(most + 1))).toEqual([`${member}: At most ${most} characters`])
  })

  it.each([
    [createAccount.body, account, 'group', 100],
    [contract.listAccounts.query, {}, 'group', 100],
    [contract.getEligibility.query, {}, 'group', 100],
    [contract.startConsent.body, {}, 'group', 100],
    [contract.addDoNotReply.body, { username: 'dan' }, 'reason', 200],
  ])('%# may be left empty, and ends at its limit: %s %s %s %i', (schema, others, member, most) => {
    const told = (text: string) => messagesOf(schema, { ...others, [member]: text })
    expect([told(''), told('x'.repeat(most))]).toEqual([[], []])
    expect(told('x'.repeat(most + 1))).toEqual([`${member}: At most ${most} characters`])
  })

  it.each([
    [createRole.body, sampleRole, 'name'],
    [createGroup.body, { name: 'a', description: 'b' }, 'name'],
    [register.body, { email: 'a@b.example', password: 'abcdef' }, 'username'],
  ])('%# that is a name cannot reverse other text: %s %s %s', (schema, others, member) => {
    const turned = ['\u202a', '\u202e', '\u2066', '\u2069'].map((sign) =>
      messagesOf(schema, { ...others, [member]: `a${sign}b` }),
    )
    const message = `${member}: Remove the character that changes the direction of writing`
    expect(turned).toEqual(turned.map(() => [message]))
    const plain = ['\u2029', '\u202f', '\u2065', '\u206a', '\u200f'].map((sign) => `a${sign}b`)
    expect(plain.flatMap((text) => messagesOf(schema, { ...others, [member]: text }))).toEqual([])
  })

  it.each([
    [contract.renamePasskey.body, {}, 'label'],
    [contract.createApiToken.body, { scope: 'read', days: 1 }, 'name'],
  ])('%# that names a key contains no control character: %s %s %s', (schema, others, member) => {
    const told = (text: string) => messagesOf(schema, { ...others, [member]: text })
    const message = `${member}: Remove the control character`
    expect(['a\u0007b', 'a\nb', 'a\u202eb', 'a\u2066b'].map(told)).toEqual([[message], [message], [message], [message]])
    expect(told('Schlüssel 漢')).toEqual([])
  })
})

describe('a password', () => {
  const loginWith = (password: unknown) => messagesOf(contract.login.body, { email: 'a@b.example', password })
  const resetTo = (password: unknown) => messagesOf(contract.resetPassword.body, { token: 't', password })

  it('has at least three characters when it is entered, six when it is set', () => {
    expect([loginWith('ab'), loginWith('abc')]).toEqual([['password: Password must be at least 3 characters long'], []])
    expect([resetTo('abcde'), resetTo('abcdef')]).toEqual([
      ['password: Password must be at least 6 characters long'],
      [],
    ])
  })

  it('is missing when nothing is typed, with only that message', () => {
    expect([loginWith(''), loginWith(undefined), resetTo('')]).toEqual([
      ['password: Password is required'],
      ['password: Password is required'],
      ['password: Password is required'],
    ])
  })

  it('has at most 1,024 characters, including spaces around it', () => {
    expect([resetTo('x'.repeat(1024)), resetTo('x'.repeat(1025))]).toEqual([[], ['password: At most 1024 characters']])
    expect(z.parse(contract.login.body, { email: 'a@b.example', password: ' ab ' }).password).toBe(' ab ')
  })
})

describe('an e-mail address', () => {
  const told = (email: unknown) => messagesOf(contract.login.body, { email, password: 'abc' })

  it('is missing when it is blank, with only that message', () => {
    expect([told(''), told('  '), told(undefined)]).toEqual([
      ['email: Email is required'],
      ['email: Email is required'],
      ['email: Email is required'],
    ])
  })

  it('is an address of at most 254 characters, without spaces around it', () => {
    expect(told('ada')).toEqual(['email: Invalid email address'])
    const long = (length: number) => `a@${Array(9).fill('b'.repeat(24)).join('.')}.example`.padStart(length, 'a')
    expect([told(long(254)), told(long(255))]).toEqual([[], ['email: Invalid email address']])
    expect(z.parse(contract.login.body, { email: ' ada@example.com ', password: 'abc' }).email).toBe('ada@example.com')
  })
})

it('a link that sets a password is broken if its token is malformed', () => {
  const told = (token: string) => messagesOf(contract.resetPassword.body, { token, password: 'abcdef' })
  const message = 'token: The link is incomplete. Open it exactly as you received it.'
  expect([told(''), told('t'.repeat(128)), told('t'.repeat(129))]).toEqual([[message], [], [message]])
})

describe('a number', () => {
  it.each([
    ['days of a token', contract.createApiToken.body, { name: 'a', scope: 'read' }, 'days', 1, 365],
    ['seconds of a batch', batchPostReplies.body, { reply_ids: [1], group_name: 'g' }, 'hold_seconds', 0, 30],
    ['seconds of a send', contract.postReply.body, { reply_id: 1, twitter_account_id: 1 }, 'hold_seconds', 0, 30],
    ['replies', contract.generateReplies.body, { tweet_id: '1', role_id: 1 }, 'count', 1, 1_000],
    ['micro-dollars at X', contract.setBudget.body, {}, 'daily', 0, 10_000_000_000],
    ['micro-dollars of models', contract.setModelBudget.body, {}, 'daily', 0, 10_000_000_000],
    ['posts read ahead', queueSettings, { refills: false }, 'ahead', 0, 10],
    ['posts prepared', queueSettings, { ahead: 0, refills: true }, 'drafts', 0, 5],
    ...(['model_calls', 'tokens', 'sends', 'stored_bytes'] as const).map(
      (name) =>
        [
          `${name} of a day`,
          contract.setOperatorAllowances.body,
          { model_calls: null, tokens: null, sends: null, stored_bytes: null },
          name,
          0,
          1_000_000_000_000,
        ] as const,
    ),
  ] as const)('of %s is whole and stays in its bounds', (_, schema, others, member, least, most) => {
    const isTaken = (value: number) => z.safeParse(schema, { ...others, [member]: value }).success
    expect([least - 1, least, least + 0.5, most, most + 1].map(isTaken)).toEqual([false, true, false, true, false])
  })

  it('explains at the field what is wrong with it', () => {
    const days = (value: unknown) => messagesOf(contract.createApiToken.body, { name: 'a', scope: 'read', days: value })
    expect([days(0), days(366), days(1.5), days('')].flat()).toEqual(Array(4).fill('days: Must be 1 to 365 days'))
    const count = (value: number) =>
      messagesOf(contract.generateReplies.body, { tweet_id: '1', role_id: 1, count: value })
    expect([count(0), count(1.5), count(1001)]).toEqual([
      ['count: Reply count must be at least 1'],
      ['count: Reply count must be a whole number'],
      ['count: Maximum value is 1000'],
    ])
  })

  it.each([
    [
      'limit',
      contract.listTasks.query,
      ['1', '9', '10', '99', '100'],
      ['0', '', '00', '101', '110', '1000', 'x1', '1x', '-1', '1.5', '200'],
    ],
    ['skip', contract.listRoles.query, ['0', '7', '999999999'], ['', '1234567890', '-1', 'x1', '1x', '1.5']],
    [
      'account_id',
      contract.getInbox.query,
      ['1', '10', '1234567890123456'],
      ['0', '01', '', '12345678901234567', 'x1', '1x'],
    ],
    [
      'cursor',
      contract.getConnection.query,
      ['0', '1', '90', '1234567890123456'],
      ['', '-1', 'x', '01', '12345678901234567'],
    ],
    ['before', contract.listAudit.query, ['1', '90'], ['0', '-1', 'x']],
  ])('%s of a query is written in digits', (member, schema, taken, refused) => {
    const read = taken.map((written) => (z.parse(schema, { [member]: written }) as Record<string, unknown>)[member])
    expect(read).toEqual(taken.map(Number))
    const message = `${member}: ${member === 'limit' ? 'must be 1 to 100' : 'must be a number'}`
    expect(refused.map((written) => messagesOf(schema, { [member]: written }))).toEqual(refused.map(() => [message]))
  })
})

describe('fields that are only passed on', () => {
  it.each([
    ['the id of a reply', contract.getReply.params, 'replyId', 64],
    ['a search of the audit trail', contract.listAudit.query, 'search', 100],
    ['the challenge of a login', contract.startPasskeySignIn.body, 'challenge', 128],
  ])('%s is never empty, and has a maximum', (_, schema, member, most) => {
    const isTaken = (length: number) => z.safeParse(schema, { [member]: 'x'.repeat(length) }).success
    expect([0, 1, most, most + 1].map(isTaken)).toEqual([false, true, true, false])
  })

  it('an id of a post has 1 to 19 digits', () => {
    const told = (tweetId: string) => messagesOf(contract.getEligibility.params, { tweetId })
    expect(['1', '1'.repeat(19)].flatMap(told)).toEqual([])
    const wrong = ['', '1'.repeat(20), 'x1', '1x', '1 2']
    expect(wrong.map(told)).toEqual(wrong.map(() => ['tweetId: must be 1 to 19 digits']))
  })

  it('an id of a consent has 16 base64url characters', () => {
    const told = (consentId: string) => messagesOf(contract.getConsent.params, { consentId })
    const wrong = ['', 'abcdefgh-_12345', 'abcdefgh-_1234567', 'abcdefgh-_12345.', 'abcdefgh+/123456']
    expect(wrong.map(told)).toEqual(wrong.map(() => ['consentId: must be an id']))
  })

  it('ids of tasks are hexadecimal digits and commas, at most 1,300 of them', () => {
    const told = (ids: string) => messagesOf(contract.listOpenTasks.query, { ids })
    expect(['', '0123456789,abcdef', 'a'.repeat(1300)].flatMap(told)).toEqual([])
    const wrong = ['a'.repeat(1301), 'g', 'A', ' a', 'a ', 'a;b']
    expect(wrong.map(told)).toEqual(wrong.map(() => ['ids: must be ids of tasks']))
  })

  it("a passkey's answer is base64url, each part with its limit", () => {
    const known = { id: 'a', rawId: 'a', type: 'public-key' }
    const response = { clientDataJSON: 'c', authenticatorData: 'd', signature: 'e' }
    const told = (text: string) =>
      messagesOf(contract.confirmByPasskey.body, {
        credential: { ...known, response: { ...response, signature: text } },
      })
    expect(['aZ09-_', 'a'.repeat(2048)].flatMap(told)).toEqual([])
    const path = 'credential.response.signature'
    expect(['', 'a=', '=a', 'a b', 'a+b'].map(told)).toEqual(Array(5).fill([`${path}: must be base64url`]))
    const isTaken = (changes: object) =>
      z.safeParse(contract.confirmByPasskey.body, { credential: { ...known, response, ...changes } }).success
    expect([1364, 1365].map((length) => isTaken({ id: 'a'.repeat(length) }))).toEqual([true, false])
    expect([86, 87].map((length) => isTaken({ response: { ...response, userHandle: 'a'.repeat(length) } }))).toEqual([
      true,
      false,
    ])
  })
})

describe('a list', () => {
  it.each([
    [
      'replies of a batch',
      5000,
      (reply_ids: number[]) => z.safeParse(batchPostReplies.body, { reply_ids, group_name: 'g' }),
    ],
    [
      'what was read of the replies',
      5000,
      (each: number[]) =>
        z.safeParse(contract.postReply.body, {
          reply_id: 1,
          twitter_account_id: 1,
          expected: each.map((number) => ({ content: String(number) })),
        }),
    ],
    [
      'traits',
      200,
      (each: number[]) =>
        z.safeParse(createRole.body, { ...sampleRole, personality_traits: each.map((number) => `t${number}`) }),
    ],
    ...(
      [
        ['pictures', contextLimits.media, 10, 'media', { kind: 'other' }],
        ['links', contextLimits.links, 20, 'links', { url: 'u' }],
        ['what is not shown', contextLimits.notShown, 20, 'not_shown', 'a video'],
      ] as const
    ).map(
      ([name, , most, member, one]) =>
        [
          `${name} of a post`,
          most,
          (each: number[]) =>
            z.safeParse(contract.fetchContent.answer, {
              tweet_id: '1',
              context: { media: [], links: [], not_shown: [], [member]: each.map(() => one) },
            }),
        ] as const,
    ),
  ] as const)('of %s ends at %i', (_, most, read) => {
    const isTaken = (length: number) => read(Array.from({ length }, (__, at) => at + 1)).success
    expect([most, most + 1].map(isTaken)).toEqual([true, false])
  })

  it('of the replies of a batch has at least one entry', () => {
    expect(z.safeParse(batchPostReplies.body, { reply_ids: [], group_name: 'g' }).success).toBe(false)
  })

  it('of traits has trimmed texts of 1 to 2,000 characters', () => {
    const read = (trait: string) => z.safeParse(createRole.body, { ...sampleRole, personality_traits: [trait] })
    expect(read(' dry ').data?.personality_traits).toEqual(['dry'])
    expect([' ', 'x'.repeat(2000), 'x'.repeat(2001)].map((trait) => read(trait).success)).toEqual([false, true, false])
  })

  it('or an object of a character has at most 64 KB', () => {
    /** As JSON `{"a":"xx"}`. */
    const told = (bytes: number) =>
      messagesOf(createRole.body, { ...sampleRole, knowledge_base: { a: 'x'.repeat(bytes - 8) } })
    expect([told(64 * 1024), told(64 * 1024 + 1)]).toEqual([[], ['knowledge_base: At most 64 KB']])
  })
})

it('a stored message has one of three kinds, and links only into the console', () => {
  const message = { id: 'm1', text: 'Sent', at: 1, href: '/admin/history' }
  const tones = ['success', 'error', 'plain']
  expect(tones.map((tone) => z.parse(recentMessage, { ...message, tone }))).toEqual(
    tones.map((tone) => ({ ...message, tone })),
  )
  const isTaken = (changes: object) => z.safeParse(recentMessage, { ...message, tone: 'plain', ...changes }).success
  expect([{ tone: '' }, { href: 'https://x.com/admin/' }, { href: '/login' }].map(isTaken)).toEqual([
    false,
    false,
    false,
  ])
})

it('a blank link is missing, with only that message', () => {
  expect(messagesOf(linkForm, { tweet_url: ' ' })).toEqual(['tweet_url: X post link is required'])
})
