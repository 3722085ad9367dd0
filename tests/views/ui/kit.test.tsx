import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import toast from 'react-hot-toast/headless'
import { describe, expect, it, vi } from 'vitest'
import {
  Avatar,
  Button,
  ConfirmDialog,
  Dialog,
  ErrorBoundary,
  Field,
  Input,
  type SortDirection,
  SortHeader,
  Time,
} from '../../../src/views/ui'
import { faceOf } from '../../../src/views/ui/Face'
import { NumberStepper } from '../../../src/views/ui/forms/NumberStepper'
import { PasswordInput } from '../../../src/views/ui/forms/PasswordInput'
import { Status } from '../../../src/views/ui/states/Status'
import Toaster from '../../../src/views/ui/Toaster'
import { eventually } from '../../support/waiting'

describe('a field', () => {
  it('gives its control the label, the hint as description, and no invalid mark', () => {
    render(
      <Field label="Email" hint="The one you signed up with">
        <Input />
      </Field>,
    )
    const input = screen.getByRole('textbox', { name: 'Email' })
    expect(input).toHaveProperty('ariaInvalid', null)
    expect(describedBy(input)).toBe('The one you signed up with')
  })

  it('shows an error in place of the hint and marks the control invalid', () => {
    render(
      <Field label="Email" hint="The one you signed up with" error="Email is required">
        <Input />
      </Field>,
    )
    const input = screen.getByRole('textbox', { name: 'Email' })
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(describedBy(input)).toBe('Email is required')
    expect(screen.queryByText('The one you signed up with')).toBeNull()
  })

  it('announces a success without a change of focus when it is live', () => {
    const { rerender } = render(
      <Field label="X post link" live>
        <Input />
      </Field>,
    )
    rerender(
      <Field label="X post link" live success="Get content success!">
        <Input />
      </Field>,
    )
    expect(screen.getByText('Get content success!').closest('[aria-live="polite"]')).not.toBeNull()
  })
})

describe('a button', () => {
  it('is disabled while busy, announces that, and gets the focus back afterwards', async () => {
    const { rerender } = render(<Button busyLabel="Saving...">Save</Button>)
    const save = screen.getByRole('button', { name: 'Save' })
    blurWhenDisabled(save)
    save.focus()
    rerender(
      <Button busy busyLabel="Saving...">
        Save
      </Button>,
    )
    expect(screen.getByRole('button', { name: 'Saving...' })).toHaveProperty('disabled', true)
    expect(document.activeElement).toBe(document.body)
    rerender(<Button busyLabel="Saving...">Save</Button>)
    expect(document.activeElement).toBe(save)
  })

  it('does not take the focus back from an element that got it while busy', async () => {
    const row = (busy: boolean) => (
      <>
        <Button busy={busy}>Save</Button>
        <Input aria-label="Name" />
      </>
    )
    const { rerender } = render(row(false))
    const save = screen.getByRole('button', { name: 'Save' })
    const name = screen.getByRole('textbox', { name: 'Name' })
    blurWhenDisabled(save)
    save.focus()
    rerender(row(true))
    name.focus()
    rerender(row(false))
    expect(document.activeElement).toBe(name)
    name.blur()
    rerender(row(false))
    expect(document.activeElement).toBe(document.body)
  })

  it('stays reachable but does nothing while aria-disabled', async () => {
    const onClick = vi.fn()
    render(
      <Button aria-disabled onClick={onClick}>
        Preview
      </Button>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Preview' }))
    expect(onClick).not.toHaveBeenCalled()
  })
})

describe('a password input', () => {
  it('is masked until shown', async () => {
    render(
      <Field label="API Key">
        <PasswordInput what="API key" defaultValue="abc" />
      </Field>,
    )
    const input = screen.getByLabelText('API Key')
    expect(input).toHaveProperty('type', 'password')
    await userEvent.click(screen.getByRole('button', { name: 'Show API key' }))
    expect(input).toHaveProperty('type', 'text')
    await userEvent.click(screen.getByRole('button', { name: 'Hide API key' }))
    expect(input).toHaveProperty('type', 'password')
  })
})

describe('a number stepper', () => {
  it('steps within its limits, and accepts typed values beyond them', async () => {
    render(<Count />)
    const input = screen.getByRole('spinbutton', { name: 'Count' })
    const less = screen.getByRole('button', { name: 'One reply less' })
    const more = screen.getByRole('button', { name: 'One reply more' })
    expect(less).toHaveProperty('disabled', true)
    await userEvent.click(more)
    expect(input).toHaveProperty('value', '2')
    expect(more).toHaveProperty('disabled', true)
    await userEvent.clear(input)
    await userEvent.type(input, '7')
    expect(input).toHaveProperty('value', '7')
  })
})

describe('dialogs', () => {
  it('ask before deleting with the first focus on Cancel, and close on Escape', async () => {
    const onCancel = vi.fn()
    render(
      <ConfirmDialog
        open
        question="Are you sure you want to delete this Group?"
        onConfirm={() => {}}
        onCancel={onCancel}
      />,
    )
    const dialog = await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete this Group?' })
    expect(dialog).toBeDefined()
    await eventually(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' })))
    await userEvent.keyboard('{Escape}')
    expect(onCancel).toHaveBeenCalledTimes(1)
  })

  it('cannot be closed while busy, and keep the focus', async () => {
    const onClose = vi.fn()
    render(
      <Dialog open busy onClose={onClose} title="Create Group">
        <Input aria-label="Name" />
      </Dialog>,
    )
    await screen.findByRole('dialog', { name: 'Create Group' })
    await userEvent.click(screen.getByRole('textbox', { name: 'Name' }))
    await userEvent.keyboard('{Escape}')
    expect(onClose).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }))
    expect(screen.getByRole('button', { name: 'Close' })).toHaveProperty('disabled', true)
  })
})

describe('a sortable column header', () => {
  it('carries aria-sort only while it is the sorted one', () => {
    const { rerender } = render(<Header direction={null} onSort={() => {}} />)
    expect(screen.getByRole('columnheader').hasAttribute('aria-sort')).toBe(false)
    rerender(<Header direction="descending" onSort={() => {}} />)
    expect(screen.getByRole('columnheader').getAttribute('aria-sort')).toBe('descending')
  })

  it('sorts by its button', async () => {
    const onSort = vi.fn()
    render(<Header direction={null} onSort={onSort} />)
    await userEvent.click(screen.getByRole('button', { name: 'Group' }))
    expect(onSort).toHaveBeenCalledTimes(1)
  })
})

describe('toasts', () => {
  it('are announced by one region that always exists, not by the cards', async () => {
    render(<Toaster />)
    const region = screen.getByRole('status')
    expect(region.textContent).toBe('')
    toast.success('Copied')
    await eventually(() => expect(region.textContent).toBe('Copied'))
    expect(screen.getAllByText('Copied')).toHaveLength(2)
    expect(screen.getAllByRole('status')).toHaveLength(1)
  })
})

describe('small pieces', () => {
  it('give a character the same face with any spelling of its name, and others another face', () => {
    expect(faceOf(' Mara ')).toEqual(faceOf('mara'))
    const facesOf = (names: string[]) => new Set(names.map((name) => JSON.stringify(faceOf(name)))).size
    expect(facesOf(['Mara', 'Jonas', 'Inés', 'Ada', 'Bo', 'Cy', 'Nova', 'Kai'])).toBe(8)
    expect(facesOf(Array.from({ length: 3000 }, (_, index) => `character ${index}`))).toBe(216)
  })

  it('show a status unchanged, green for completed, red for failed, grey otherwise', () => {
    render(
      <>
        <Status status="completed" />
        <Status status="failed" />
        <Status status="waiting_for_limit" />
      </>,
    )
    expect(screen.getByText('completed').closest('.text-success-ink')).not.toBeNull()
    expect(screen.getByText('failed').closest('.text-danger-ink')).not.toBeNull()
    expect(screen.getByText('waiting_for_limit').closest('.text-neutral-ink')).not.toBeNull()
  })

  it.each([
    ['@maker', 'm'],
    ['🦊 Fox', '🦊'],
    ['@𝒜da', '𝒜'],
    ['@', '?'],
  ])('begin %j with its first letter, whole', (name, letter) => {
    const { container } = render(<Avatar name={name} />)
    expect(container.firstElementChild?.getAttribute('data-initial')).toBe(letter)
    expect(container.textContent).toBe('')
  })

  it("format a time by the browser's locale", () => {
    const value = '2025-11-21T08:41:07.000Z'
    render(<Time format="full" value={value} />)
    expect(screen.getByText(new Date(value).toLocaleString()).getAttribute('datetime')).toBe(value)
  })

  it('keep the rest of the page when a screen breaks, and draw the screen again on request', async () => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => {})
    failure.on = true
    render(
      <>
        <p>The layout</p>
        <ErrorBoundary>
          <BreakingScreen />
        </ErrorBoundary>
      </>,
    )
    expect(screen.getByRole('alert').textContent).toContain('You are still signed in')
    expect(screen.getByText('The layout')).toBeDefined()
    failure.on = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(screen.getByText('The screen')).toBeDefined()
    report.mockRestore()
  })
})

const Count = () => {
  const [count, setCount] = useState(1)
  return (
    <Field label="Count">
      <NumberStepper what="reply" min={1} max={2} value={count} onChange={setCount} />
    </Field>
  )
}

const Header = ({ direction, onSort }: { direction: SortDirection | null; onSort: () => void }) => (
  <table>
    <thead>
      <tr>
        <SortHeader direction={direction} onSort={onSort}>
          Group
        </SortHeader>
      </tr>
    </thead>
  </table>
)

const failure = { on: true }

const BreakingScreen = () => {
  if (failure.on) throw new Error('broken')
  return <p>The screen</p>
}

/** In Chromium, unlike in jsdom, a disabled button loses the focus, and React, which disables it, gets no blur. */
const blurWhenDisabled = (button: HTMLElement): void => {
  const { setAttribute } = button
  button.setAttribute = (name, value) => {
    if (name === 'disabled') button.blur()
    setAttribute.call(button, name, value)
  }
}

const describedBy = (element: HTMLElement): string | null | undefined =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent
