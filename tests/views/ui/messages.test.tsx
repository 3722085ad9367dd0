import { act, render, screen, within } from '@testing-library/react'
import toast from 'react-hot-toast/headless'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  forgetMessages,
  isNewHere,
  keepMessages,
  type RecentMessage,
  rememberMessage,
  useRecentMessages,
} from '../../../src/views/ui/recentMessages'
import Toaster from '../../../src/views/ui/Toaster'
import { showToast } from '../../../src/views/ui/toast'

const message = (id: string, more: Partial<RecentMessage> = {}): RecentMessage => ({
  id,
  tone: 'plain',
  text: `Text of ${id}`,
  at: 1,
  ...more,
})

afterEach(() => {
  act(() => {
    toast.remove()
    forgetMessages()
  })
})

describe('recent messages', () => {
  beforeEach(forgetMessages)

  const List = () => <p>{useRecentMessages().map(({ id }) => `${id} `)}</p>
  const draw = () => {
    const { container, unmount } = render(<List />)
    return { ids: () => container.textContent?.trim().split(' '), unmount }
  }
  const remember = (...ids: string[]) => act(() => ids.forEach((id) => void rememberMessage(message(id))))

  it('are the last twenty, the newest first, each once', () => {
    const { ids } = draw()
    remember('a1', 'a2', 'a1')
    expect(ids()).toEqual(['a2', 'a1'])
    remember(...Array.from({ length: 19 }, (_, index) => `b${index}`))
    expect([ids()?.length, ids()?.[0], ids()?.at(-1)]).toEqual([20, 'b18', 'a2'])
    act(forgetMessages)
    expect(ids()).toEqual([''])
  })

  it('are stored in order after the earlier ones, until that is stopped', () => {
    const save = vi.fn((_: RecentMessage[]) => {})
    const { ids } = draw()
    remember('c1')
    let stop = () => {}
    act(() => {
      stop = keepMessages({ load: () => [message('old2'), message('c1'), message('old1')], save })
    })
    expect([ids(), save.mock.calls.length]).toEqual([['c1', 'old2', 'old1'], 0])
    remember('c2', 'c2')
    expect(save.mock.calls.map(([kept]) => kept.map(({ id }) => id))).toEqual([['c2', 'c1', 'old2', 'old1']])
    act(forgetMessages)
    expect(save).toHaveBeenCalledTimes(1)
    stop()
    remember('c3')
    expect([ids(), save.mock.calls.length]).toEqual([['c3'], 1])
  })

  it('are from this page or an earlier one', () => {
    remember('d1')
    expect([isNewHere(message('d1')), isNewHere(message('d2'))]).toEqual([true, false])
  })

  it('are reported until nobody listens any more', () => {
    const { unmount } = draw()
    unmount()
    expect(() => remember('e1')).not.toThrow()
  })
})

describe('the toasts', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    onTestFinished(() => {
      vi.useRealTimers()
    })
  })
  const region = () => within(screen.getByRole('region', { name: 'Messages' }))
  const cards = () =>
    region()
      .queryAllByRole('presentation')
      .map((card) => [
        card.textContent,
        [...(card.querySelector('svg')?.classList ?? [])].find((name) => name.startsWith('text-')),
        card.classList.contains('opacity-0'),
      ])
  const spoken = () => region().getByRole('status').textContent
  const kept: RecentMessage[][] = []
  const keep = () => {
    kept.length = 0
    onTestFinished(keepMessages({ load: () => [], save: (messages) => void kept.push(messages) }))
  }

  it('have the sign of their kind, newest first, and are announced and stored after they were painted', () => {
    keep()
    render(<Toaster />)
    act(() => {
      toast.success('Saved')
      toast.error('Not saved')
      toast('Neither')
    })
    expect(cards()).toEqual([
      ['Neither', 'text-ink-2', false],
      ['Not saved', 'text-danger', false],
      ['Saved', 'text-success', false],
    ])
    act(() => void vi.advanceTimersByTime(49))
    expect([spoken(), kept]).toEqual(['', []])
    act(() => void vi.advanceTimersByTime(1))
    expect(spoken()).toBe('Neither')
    expect(kept.at(-1)?.map(({ tone, text }) => [tone, text])).toEqual([
      ['plain', 'Neither'],
      ['error', 'Not saved'],
      ['success', 'Saved'],
    ])
  })

  it('are stored by their time and their number', () => {
    keep()
    render(<Toaster />)
    const at = Date.now()
    act(() => void toast.error('Told', { id: '7' }))
    act(() => void vi.advanceTimersByTime(50))
    expect(kept.at(-1)?.[0]).toEqual({ id: `${at} 7`, tone: 'error', text: 'Told', at })
  })

  it('disappear after three seconds', () => {
    render(<Toaster />)
    act(() => showToast({ type: 'toast', tone: 'success', message: 'Copied' }))
    expect(cards()).toEqual([['Copied', 'text-success', false]])
    act(() => void vi.advanceTimersByTime(2999))
    expect(cards()).toEqual([['Copied', 'text-success', false]])
    act(() => void vi.advanceTimersByTime(1))
    expect(cards().filter(([, , gone]) => !gone)).toEqual([])
  })

  it('are not shown if they contain no text', () => {
    keep()
    render(<Toaster />)
    act(() => void toast.success(<b>Bold</b>))
    act(() => void vi.advanceTimersByTime(50))
    expect([cards()[0]?.[0], kept.at(-1)?.[0]?.text]).toEqual(['', ''])
  })

  it('are not stored if their component disappears first', () => {
    keep()
    const { unmount } = render(<Toaster />)
    act(() => void toast.success('Gone'))
    unmount()
    vi.advanceTimersByTime(1000)
    expect(kept).toEqual([])
  })
})
