import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createModelClient } from '../../../server/models/client'
import { createWindows } from '../../../server/models/windows'
import { begin, completion, provider, replies, request } from '../../support/modelProvider'
import { sampleRole } from '../../support/serverFakes'

describe('the limit of a model', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const content = 'word '.repeat(10_000)
  const asked = { model: 'small', messages: [{ role: 'user' as const, content }], replies: 1 }

  it('is requested again, once a minute, if the list failed', async () => {
    const windows = createWindows()
    const readList = vi.fn(async (): Promise<void> => undefined)
    await windows.assertFits(asked, readList)
    await windows.assertFits(asked, readList)
    expect(readList).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(60_000)
    readList.mockImplementation(async () => windows.keep([{ id: 'small', context_tokens: 8_000 }]))
    await expect(windows.assertFits(asked, readList)).rejects.toThrow(
      /^The prompt and its answer need about [0-9,]+ tokens/,
    )
    vi.advanceTimersByTime(60_000)
    await expect(windows.assertFits(asked, readList)).rejects.toThrow('small accepts 8,000')
    expect(readList).toHaveBeenCalledTimes(2)
  })
})

describe("a prompt that is longer than its model's limit", () => {
  const long = { ...request(2), role: { ...sampleRole, background_story: 'She paints signs. '.repeat(3_000) } }
  const listing = (models: object[]) => (response: ServerResponse) =>
    begin(response).end(JSON.stringify({ data: models }))

  it('is refused with both numbers before it is sent, by a list that is read once', async () => {
    const { client, seen } = await provider(listing([{ id: sampleRole.model_name, context_length: 8_192 }]))
    const refused = {
      status: 413,
      detail:
        'The prompt and its answer need about 14,000 tokens, and gpt-test accepts 8,192. Shorten the character or choose another model. Nothing was sent.',
    }
    await expect(client.generateReplies(long)).rejects.toMatchObject(refused)
    await expect(client.generateReplies(long)).rejects.toMatchObject(refused)
    expect(seen.urls).toEqual(['/v1/models'])
    expect(client.contextTokens(sampleRole.model_name)).toBe(8_192)
  })

  it('is sent if no list contains the limit, or if the prompt is only slightly longer', async () => {
    const { client, seen } = await provider((response, asked) => {
      if (asked === 1) listing([{ id: sampleRole.model_name, context_length: 13_000 }])(response)
      else begin(response).end(completion(replies(0, 2)))
    })
    expect((await client.generateReplies(long)).replies).toHaveLength(2)
    const other = createModelClient({ baseUrl: 'http://127.0.0.1:1/v1', timeoutMs: 30_000, retryMs: 0 })
    await expect(other.generateReplies(long)).rejects.toThrow('could not be reached')
    expect(seen.urls).toEqual(['/v1/models', '/v1/chat/completions'])
  })
})
