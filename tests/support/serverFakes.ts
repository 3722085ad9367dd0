import { vi } from 'vitest'
import type { ModelLedger } from '../../server/models/ledger'
import type { Generated, GenerateRequest, ListedModel, ModelClient, Models } from '../../server/models/types'
import type { Delivery } from '../../server/posting/protocol/types'
import type { ListedPosts, MentionsPage, ReadPost, XClient, XOutcome, XPost } from '../../server/x/types'
import type { AccountBody, Credentials } from '../../src/schemas/accounts/accounts'
import type { RoleBody } from '../../src/schemas/characters/roles'

export const samplePost = (id: string): XPost => ({
  id,
  text: `Text of ${id}`,
  authorId: '42',
  authorUsername: 'maker',
  authorName: 'The Maker',
  createdAt: '2026-01-02T03:04:05.000Z',
})

/** A stranger's post with nothing but its text, which mentions nobody. */
export const sampleReading = (id: string): ReadPost => ({
  ...samplePost(id),
  context: { media: [], links: [], not_shown: [], reply_settings: 'everyone' },
  audience: {
    author: { id: '42', username: 'maker' },
    mentions: [],
    thread: { id: '42', username: 'maker' },
    replySettings: 'everyone',
  },
})

export const noMentions: MentionsPage = { posts: [], newestId: undefined, oldestId: undefined, hasMore: false }

/** X with every post and account: a username is its access token. */
export const fakeX = () =>
  ({
    createReply: vi.fn(async (): Promise<XOutcome> => ({ kind: 'notSent', reason: 'a fake' })),
    readPost: vi.fn(async (id: string, _as: Credentials | 'app') => sampleReading(id)),
    getPost: vi.fn(async (id: string, _as: Credentials | 'app') => samplePost(id)),
    getMe: vi.fn(async ({ access_token }: Credentials) => ({ id: `x-${access_token}`, username: access_token })),
    getUserPosts: vi.fn(async (): Promise<ListedPosts> => ({ posts: [], isWhole: true })),
    ahead: vi.fn(() => ({ now: 0, atMost: 0 })),
    getMentions: vi.fn(async (): Promise<MentionsPage> => noMentions),
  }) satisfies XClient

export const fakeModels = () =>
  ({
    providers: vi.fn(() => [{ name: 'a test', problem: null as string | null }]),
    ownerOf: vi.fn((model: string) => ({ provider: 'a test', model, context_tokens: undefined as number | undefined })),
    contextTokens: vi.fn((_model: string): number | undefined => undefined),
    listModels: vi.fn(async (): Promise<ListedModel[]> => [{ id: 'gpt-test' }, { id: 'gpt-other' }]),
    generateReplies: vi.fn(
      async ({ count, post }: GenerateRequest, _signal?: AbortSignal, _ledger?: ModelLedger): Promise<Generated> => ({
        replies: Array.from({ length: count }, (_, index) => `Reply ${index + 1} to ${post.text}`),
      }),
    ),
  }) satisfies Models & ModelClient

export const fakeDelivery = () =>
  ({
    enqueueBatch: vi.fn(async () => ({ task_id: 'aaaaaaaaaaaa' })),
    enqueueSolo: vi.fn(async () => ({ task_id: 'bbbbbbbbbbbb' })),
    retryTask: vi.fn(async () => undefined),
    decideItem: vi.fn(async () => undefined),
    wake: vi.fn(),
    obstacle: vi.fn(),
    start: vi.fn(async () => undefined),
    stop: vi.fn(async () => undefined),
  }) satisfies Delivery

export const answeredAccount =
  (created_at: string) =>
  (id: number, username: string, group: string | null = null) => ({
    id,
    username,
    group,
    is_active: true,
    created_at,
    inactive_reason: null,
  })

/** An account that the fake of X accepts: it reads the access token as the username. */
export const sampleAccount = (name: string, group = ''): AccountBody => ({
  username: `@${name}`,
  client_id: `${name}-client-id`,
  client_secret: `${name}-client-secret`,
  api_key: `${name}-api-key`,
  api_secret: `${name}-api-secret`,
  access_token: name,
  access_token_secret: `${name}-token-secret`,
  group,
})

export const sampleRole: RoleBody = {
  name: 'Mara',
  model_name: 'gpt-test',
  category: 'Dry wit',
  system_prompt: 'You are Mara.',
  personality_traits: ['deadpan', 'warm underneath'],
  background_story: 'Repairs signs.',
  instruction_set: ['At most 200 characters'],
  version: '1.0',
  knowledge_base: { likes: ['short manuals'], depth: { of: { any: ['kind', 1, null, true] } } },
  example_conversations: { 'A post': 'A reply' },
  language: 'English',
  learns_from_edits: true,
  thinking: 'low',
}
