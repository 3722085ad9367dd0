import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { withLocalMoments } from '../../../src/views/ui/localTimes'
import { ProblemNote } from '../../../src/views/ui/states/ProblemNote'

const zone = process.env.TZ
beforeEach(() => {
  process.env.TZ = 'Asia/Kolkata'
})
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

it('says until when something waits by the clock of the browser', () => {
  const reason = "Today's budget of $0.50 is used up. Sending resumes at 00:00 UTC or when you raise it."
  render(
    <ProblemNote problem={{ reason, next: 'again' }}>
      <button type="button">Try again</button>
    </ProblemNote>,
  )
  expect(screen.getByText(/^Today's budget/).textContent).toMatch(/resumes at 0?5:30( AM)? your time or when/i)
})

it('formats a time like the browser, anywhere in a text', () => {
  expect(withLocalMoments('draft, until 2026-12-01T18:30:00.000Z')).toMatch(/^draft, until 12\/2\/2026, 12:00:00.AM$/)
})
