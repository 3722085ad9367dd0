import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWindows } from '../../server/models/windows'

describe('how much a model takes', () => {
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
