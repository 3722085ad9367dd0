import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Time } from '../../../src/views/ui'
import { ClockTime } from '../../../src/views/ui/ClockTime'
import { withLocalTimes } from '../../../src/views/ui/localTimes'

describe('a moment', () => {
  const at = '2025-11-21T08:41:07.000Z'
  const clock = (moment: Date) => moment.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })

  it('is written with its date above its time where there is little room', () => {
    const { container } = render(<Time value={at} stacked />)
    const moment = new Date(at)
    expect([...container.querySelectorAll('span')].map((part) => part.textContent)).toEqual([
      moment.toLocaleDateString(),
      moment.toLocaleTimeString(),
    ])
    expect(container.querySelector('time')?.dateTime).toBe(at)
  })

  it('that is none is shown as it came', () => {
    const { container } = render(<Time value="soon" />)
    expect([container.textContent, container.querySelector('time')]).toEqual(['soon', null])
  })

  it('of today is only its time, of any other day with the date', () => {
    const now = new Date().toISOString()
    const { container } = render(
      <>
        <ClockTime value={now} />
        <ClockTime value={at} />
      </>,
    )
    const other = new Date(at)
    expect([...container.querySelectorAll('time')].map((time) => [time.textContent, time.dateTime])).toEqual([
      [clock(new Date(now)), now],
      [`${other.toLocaleDateString()}, ${clock(other)}`, at],
    ])
  })

  it('of the server is shown by the clock of the browser, each of them', () => {
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
