import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { reportFirst } from '../../../src/views/history/reportFirst'

it.each([
  ['a click', 'click', 0, true, 1, true],
  ['a click that cannot be told', 'click', 0, false, 1, false],
  ['the middle button', 'auxclick', 1, true, 1, true],
  ['the middle button where it cannot be told', 'auxclick', 1, false, 1, false],
  ['the menu of the right button', 'auxclick', 2, false, 0, true],
] as const)('%s opens after the report to the server', (_how, kind, button, canTell, times, opens) => {
  const tell = vi.fn(() => canTell)
  render(
    <a href="#there" {...reportFirst(tell)}>
      Open in X
    </a>,
  )
  const link = screen.getByRole('link')
  const event = createEvent(kind, link, { button, bubbles: true, cancelable: true }, { EventType: 'MouseEvent' })
  expect(fireEvent(link, event)).toBe(opens)
  expect(tell).toHaveBeenCalledTimes(times)
})
