import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { Field } from '../../../src/views/ui'
import { Checkbox } from '../../../src/views/ui/forms/Checkbox'
import { CounterRing } from '../../../src/views/ui/forms/CounterRing'
import { NumberStepper } from '../../../src/views/ui/forms/NumberStepper'
import { PasswordInput } from '../../../src/views/ui/forms/PasswordInput'

describe('a number stepper', () => {
  const Count = ({
    start,
    max,
    disabled,
    error,
  }: {
    start: number
    max?: number
    disabled?: boolean
    error?: string
  }) => {
    const [count, setCount] = useState(start)
    return (
      <Field label="Count" error={error}>
        <NumberStepper what="reply" min={2} max={max} value={count} onChange={setCount} disabled={disabled} />
      </Field>
    )
  }
  const input = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Count' })
  const less = () => screen.getByRole<HTMLButtonElement>('button', { name: 'One reply less' })
  const more = () => screen.getByRole<HTMLButtonElement>('button', { name: 'One reply more' })

  it.each([
    [2, 4, [true, false]],
    [3, 4, [false, false]],
    [4, 4, [false, true]],
    [5, 4, [false, true]],
    [1, 4, [true, false]],
    [99, undefined, [false, false]],
    [Number.NaN, 4, [true, false]],
  ])('at %d of at most %s has minus and plus: disabled %j', (start, max, disabled) => {
    render(<Count start={start} max={max} />)
    expect([less().disabled, more().disabled]).toEqual(disabled)
    expect(input().value).toBe(Number.isNaN(start) ? '' : String(start))
    expect([input().min, input().max, input().inputMode]).toEqual([
      '2',
      max === undefined ? '' : String(max),
      'numeric',
    ])
  })

  it.each([
    [7, 4, 'less', '4'],
    [0, 4, 'more', '2'],
    [3, 4, 'less', '2'],
    [3, undefined, 'more', '4'],
    [Number.NaN, 4, 'more', '3'],
  ])('goes from %d of at most %s by one %s to %s', async (start, max, way, value) => {
    render(<Count start={start} max={max} />)
    await userEvent.click(way === 'less' ? less() : more())
    expect(input().value).toBe(value)
  })

  it('is disabled as a whole, and marked if it is wrong', () => {
    render(<Count start={3} disabled error="Too many" />)
    expect([less().disabled, input().disabled, more().disabled]).toEqual([true, true, true])
    expect(input().getAttribute('aria-invalid')).toBe('true')
  })
})

describe('a password input', () => {
  it('has no spelling check and no capitals, and is marked as a password', () => {
    render(<PasswordInput aria-label="Password" />)
    const input = screen.getByLabelText('Password', { selector: 'input' })
    expect(['spellcheck', 'autocapitalize', 'autocorrect'].map((name) => input.getAttribute(name))).toEqual([
      'false',
      'none',
      'off',
    ])
    expect(screen.getByRole('button', { name: 'Show password' }).getAttribute('type')).toBe('button')
  })

  it('shows nothing while it is disabled', () => {
    render(<PasswordInput aria-label="Key" what="key" disabled />)
    expect(screen.getByRole('button', { name: 'Show key' }).hasAttribute('disabled')).toBe(true)
  })
})

describe('a counter ring', () => {
  it.each([
    [124, undefined, false, '124', 'stroke-primary', 124 / 280],
    [124, 280, true, '124 of 280', 'stroke-primary', 124 / 280],
    [280, 280, false, '280', 'stroke-primary', 1],
    [281, 280, true, '1 over 280', 'stroke-warn', 1],
    [9, 6, false, '3 over 6', 'stroke-warn', 1],
  ])('of %d of %s (in full: %s) shows "%s"', (used, max, full, words, stroke, part) => {
    const { container } = render(<CounterRing used={used} max={max} full={full} />)
    expect(container.textContent).toBe(words)
    const [, ring] = container.querySelectorAll('circle')
    expect(ring?.getAttribute('class')).toBe(stroke)
    const [drawn, around] = (ring?.getAttribute('stroke-dasharray') ?? '').split(' ').map(Number)
    expect(around).toBeCloseTo(2 * Math.PI * 7)
    expect((drawn ?? 0) / (around ?? 1)).toBeCloseTo(part)
  })
})

it('a checkbox is toggled by its whole line', async () => {
  render(<Checkbox>Names</Checkbox>)
  await userEvent.click(screen.getByText('Names'))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Names' }).checked).toBe(true)
})
