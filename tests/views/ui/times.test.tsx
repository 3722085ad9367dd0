import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Time } from '../../../src/views/ui'
import { shortTime, withLocalTimes } from '../../../src/views/ui/localTimes'

describe('a moment', () => {
  const at = '2025-11-21T08:41:07.000Z'
  const clock = (moment: Date) => moment.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })

  it('is written with its date above its time if there is little space', () => {
    const { container } = render(<Time value={at} format="stacked" />)
    const moment = new Date(at)
    expect([...container.querySelectorAll('span')].map((part) => part.textContent)).toEqual([
      moment.toLocaleDateString(),
      moment.toLocaleTimeString(),
    ])
    expect(container.querySelector('time')?.dateTime).toBe(at)
  })

  it('that is malformed is shown unchanged', () => {
    const { container } = render(<Time value="soon" />)
    expect([container.textContent, container.querySelector('time')]).toEqual(['soon', null])
  })

  it("of the server is shown by the browser's clock", () => {
    const local = (hours: number, minutes: number) => {
      const moment = new Date()
      moment.setUTCHours(hours, minutes, 0, 0)
      return `${clock(moment)} your time`
    }
    expect(withLocalTimes('From 14:32 UTC to 09:05 UTC, not 4:10 UTC or 114:10 UTC')).toBe(
      `From ${local(14, 32)} to ${local(9, 5)}, not 4:10 UTC or 114:10 UTC`,
    )
  })
})

describe('a short time in Berlin', () => {
  const zone = process.env.TZ
  beforeEach(() => {
    process.env.TZ = 'Europe/Berlin'
  })
  afterEach(() => {
    vi.useRealTimers()
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })

  it.each([
    ['today since midnight', '2026-06-17T22:00:00.000Z', '12:00 AM'],
    ['today until midnight', '2026-06-18T21:59:59.999Z', '11:59 PM'],
    ['yesterday', '2026-06-17T21:59:59.999Z', 'yesterday 11:59 PM'],
    ['tomorrow', '2026-06-18T22:00:00.000Z', 'tomorrow 12:00 AM'],
    ['two days ago', '2026-06-16T10:54:00.000Z', 'Tue 12:54 PM'],
    ['six days ago', '2026-06-11T22:00:00.000Z', 'Fri 12:00 AM'],
    ['six days ahead', '2026-06-24T21:59:00.000Z', 'Wed 11:59 PM'],
    ['a week ago', '2026-06-11T21:59:59.999Z', 'Jun 11'],
    ['a week ahead', '2026-06-24T22:00:00.000Z', 'Jun 25'],
    ['another year', '2025-12-31T22:59:59.999Z', 'Dec 31, 2025'],
    ['this year', '2025-12-31T23:00:00.000Z', 'Jan 1'],
  ])('of %s', (_, moment, words) => {
    expect(shortTime(new Date(moment), { now: new Date('2026-06-18T10:54:00.000Z') }).replace('\u202f', ' ')).toBe(
      words,
    )
  })

  it('with seconds keeps them on older days', () => {
    const shown = (moment: string) =>
      shortTime(new Date(moment), { now: new Date('2026-06-18T10:54:00.000Z'), second: '2-digit' }).replace(
        '\u202f',
        ' ',
      )
    expect([shown('2026-06-18T10:00:07.000Z'), shown('2025-12-31T22:59:59.999Z')]).toEqual([
      '12:00:07 PM',
      'Dec 31, 2025 11:59:59 PM',
    ])
  })

  it.each([
    ['after the day of 25 hours', '2026-10-25T23:00:00.000Z', '2026-10-24T22:00:00.000Z', 'yesterday 12:00 AM'],
    ['during it', '2026-10-25T22:59:59.999Z', '2026-10-24T22:00:00.000Z', '12:00 AM'],
    ['after the day of 23 hours', '2026-03-29T22:00:00.000Z', '2026-03-28T22:59:59.999Z', 'Sat 11:59 PM'],
    ['during it', '2026-03-29T21:59:59.999Z', '2026-03-28T22:59:59.999Z', 'yesterday 11:59 PM'],
  ])('counts days %s', (_, now, moment, words) => {
    expect(shortTime(new Date(moment), { now: new Date(now) }).replace('\u202f', ' ')).toBe(words)
  })

  it('has the exact time as its title, and changes at midnight', () => {
    vi.useFakeTimers({ now: new Date('2026-10-25T12:00:00.000Z') })
    const { container, unmount } = render(<Time value="2026-10-25T11:54:32.000Z" />)
    const shown = () => container.textContent?.replace('\u202f', ' ')
    expect(container.querySelector('time')?.title).toMatch(/^10\/25\/2026, 12:54:32.PM$/)
    act(() => vi.advanceTimersByTime(11 * 3_600_000 - 1))
    expect(shown()).toBe('12:54 PM')
    act(() => vi.advanceTimersByTime(1))
    expect(shown()).toBe('yesterday 12:54 PM')
    act(() => vi.advanceTimersByTime(24 * 3_600_000))
    expect(shown()).toBe('Sun 12:54 PM')
    unmount()
    expect(vi.getTimerCount()).toBe(0)
  })
})
