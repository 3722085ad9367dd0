import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ProblemNote } from '../../src/views/ui/ProblemNote'

const zone = process.env.TZ
beforeEach(() => {
  process.env.TZ = 'Asia/Kolkata'
})
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

it('says until when something waits by the clock of the browser', () => {
  const reason = "Today's budget of $0.50 is used up; sending goes on at 00:00 UTC or when you raise it."
  render(
    <ProblemNote problem={{ reason, next: 'again' }}>
      <button type="button">Try again</button>
    </ProblemNote>,
  )
  expect(screen.getByText(/^Today's budget/).textContent).toMatch(/goes on at 0?5:30( AM)? by your clock or when/i)
})
