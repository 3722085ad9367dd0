import { render, screen } from '@testing-library/react'
import { Search } from 'lucide-react'
import { describe, expect, it } from 'vitest'
import { Field, Input, Select } from '../../../src/views/ui'
import { ReadOnlyFields } from '../../../src/views/ui/forms/Field'
import { TextArea } from '../../../src/views/ui/forms/Input'

const noteOf = (element: Element) => element.getAttribute('aria-describedby')
const wordsOf = (element: Element) =>
  (noteOf(element) ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? null)

describe('a field', () => {
  it('without a message describes nothing, and announces nothing', () => {
    render(
      <Field label="Email">
        <Input />
      </Field>,
    )
    const input = screen.getByRole('textbox', { name: 'Email' })
    expect([noteOf(input), input.hasAttribute('aria-invalid'), document.querySelector('[aria-live]')]).toEqual([
      null,
      false,
      null,
    ])
  })

  it.each([
    [{ hint: 'A hint', success: 'Done', error: 'Wrong' }, 'Wrong', 'true', 'lucide-circle-alert'],
    [{ hint: 'A hint', success: 'Done' }, 'Done', null, 'lucide-circle-check'],
    [{ hint: 'A hint' }, 'A hint', null, undefined],
  ])('of %j shows "%s"', (notes, words, invalid, sign) => {
    render(
      <Field label="Email" live {...notes}>
        <Input />
      </Field>,
    )
    const input = screen.getByRole('textbox', { name: 'Email' })
    const note = document.getElementById(noteOf(input) ?? '')
    expect([note?.textContent, input.getAttribute('aria-invalid')]).toEqual([words, invalid])
    expect(note?.closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite')
    expect(note?.querySelector('svg')?.classList.contains(sign ?? '') ?? false).toBe(sign !== undefined)
  })

  it("does not change a control's own description", () => {
    render(
      <>
        <p id="own">Own words</p>
        <Field label="Email" hint="A hint" error="Wrong">
          <Input id="email" aria-describedby="own" aria-invalid={false} />
        </Field>
      </>,
    )
    const input = document.getElementById('email') ?? document.body
    expect([wordsOf(input), input.getAttribute('aria-invalid')]).toEqual([['Own words', 'Wrong'], 'false'])
  })

  it('is read-only while it is stored', () => {
    const fields = (when: boolean) => (
      <ReadOnlyFields when={when}>
        <Input aria-label="Name" />
        <TextArea aria-label="Text" />
        <Select aria-label="Group" />
      </ReadOnlyFields>
    )
    const { rerender } = render(fields(false))
    const held = () => [
      screen.getByLabelText<HTMLInputElement>('Name').readOnly,
      screen.getByLabelText<HTMLTextAreaElement>('Text').readOnly,
      screen.getByLabelText<HTMLSelectElement>('Group').disabled,
    ]
    expect(held()).toEqual([false, false, false])
    rerender(fields(true))
    expect(held()).toEqual([true, true, true])
  })

  it('has a label only for screen readers on request', () => {
    render(
      <Field label="Email" labelHidden>
        <Input />
      </Field>,
    )
    expect(screen.getByText('Email').className).toBe('sr-only')
  })

  it('accepts an icon, rows and a select', () => {
    render(
      <>
        <Input aria-label="Find" icon={Search} defaultValue="x" />
        <TextArea aria-label="Text" />
        <TextArea aria-label="Long" rows={9} />
        <Select aria-label="Group" adornment={<b>face</b>} disabled>
          <option>Launch</option>
        </Select>
      </>,
    )
    expect(screen.getByLabelText('Find').parentElement?.querySelector('svg.lucide-search')).not.toBeNull()
    expect(['Text', 'Long'].map((name) => screen.getByLabelText<HTMLTextAreaElement>(name).rows)).toEqual([4, 9])
    const group = screen.getByLabelText<HTMLSelectElement>('Group')
    expect([group.disabled, group.classList.contains('pl-11'), group.value]).toEqual([true, true, 'Launch'])
    expect(screen.getByText('face')).toBeDefined()
  })
})
