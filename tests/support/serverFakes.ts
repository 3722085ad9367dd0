import { vi } from 'vitest'
import type { Delivery } from '../../server/delivery/types'
import type { GenerateRequest, ModelClient } from '../../server/models/types'
import type { XClient, XOutcome, XPost } from '../../server/x/types'
import type { Credentials } from '../../src/schemas/accounts'

export const samplePost = (id: string): XPost => ({
  id,
  text: `Text of ${id}`,
  authorId: '42',
  authorUsername: 'maker',
  authorName: 'The Maker',
  createdAt: '2026-01-02T03:04:05.000Z',
})

/** X that knows every post and takes every account: its username is its access token. */
export const fakeX = () =>
  ({
    createReply: vi.fn(async (): Promise<XOutcome> => ({ kind: 'notSent', reason: 'a fake' })),
    getPost: vi.fn(async (id: string, _as: Credentials | 'app') => samplePost(id)),
    getMe: vi.fn(async ({ access_token }: Credentials) => ({ id: `x-${access_token}`, username: access_token })),
    getUserPosts: vi.fn(async (): Promise<XPost[]> => []),
  }) satisfies XClient

export const fakeModels = () =>
  ({
    listModels: vi.fn(async () => [{ id: 'gpt-test' }, { id: 'gpt-other' }]),
    generateReplies: vi.fn(async ({ count, post }: GenerateRequest) =>
      Array.from({ length: count }, (_, index) => `Reply ${index + 1} to ${post.text}`),
    ),
  }) satisfies ModelClient

export const fakeDelivery = () =>
  ({
    enqueueBatch: vi.fn(async () => ({ task_id: 'aaaaaaaaaaaa' })),
    enqueueSolo: vi.fn(async () => ({ task_id: 'bbbbbbbbbbbb' })),
    retryTask: vi.fn(async () => undefined),
    decideItem: vi.fn(async () => undefined),
    wake: vi.fn(),
    start: vi.fn(async () => undefined),
    stop: vi.fn(async () => undefined),
  }) satisfies Delivery
