import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ConfirmDialog, Dialog, Input } from '../../../src/views/ui'
import { doubleClickMillis, useDoubleClickKeepsOpen } from '../../../src/views/ui/doubleClick'

const noteOf = (element: Element) => element.getAttribute('aria-describedby')
const wordsOf = (element: Element) =>
  (noteOf(element) ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? null)

describe('a dialog', () => {
  const open = (more: Partial<Parameters<typeof Dialog>[0]> = {}) => {
    const onClose = vi.fn()
    render(
      <Dialog open onClose={onClose} title="Create Group" {...more}>
        <Input aria-label="Name" />
      </Dialog>,
    )
    return onClose
  }

  it('has its title, its line and its buttons, and omits missing ones', async () => {
    open({ description: 'Of accounts', footer: <button type="button">Save</button>, size: 'lg' })
    const dialog = await screen.findByRole('dialog', { name: 'Create Group' })
    expect(wordsOf(dialog)).toEqual(['Of accounts'])
    expect(
      within(dialog)
        .getAllByRole('button')
        .map((each) => each.getAttribute('aria-label') ?? each.textContent),
    ).toEqual(['Save', 'Close'])
    expect(dialog.querySelector('.sm\\:max-w-3xl')).not.toBeNull()
    expect(dialog.hasAttribute('aria-busy')).toBe(false)
  })

  it.each([
    ['sm', 'sm:max-w-md'],
    ['md', 'sm:max-w-xl'],
    [undefined, 'sm:max-w-xl'],
  ] as const)('of the size %s is as wide as %s', async (size, width) => {
    open({ size })
    const dialog = await screen.findByRole('dialog')
    expect([...dialog.querySelectorAll('div')].some((each) => each.classList.contains(width))).toBe(true)
    expect(noteOf(dialog)).toBeNull()
  })

  it('is closed by Escape and by its button, but not while busy', async () => {
    const onClose = open()
    await screen.findByRole('dialog')
    await userEvent.keyboard('{Escape}')
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(onClose).toHaveBeenCalledTimes(2)
  })

  it('handles Escape, and no other key, before Headless UI while busy', async () => {
    const onClose = open({ busy: true })
    const dialog = await screen.findByRole('dialog')
    expect(dialog.getAttribute('aria-busy')).toBe('true')
    const field = screen.getByLabelText('Name')
    expect([fireEvent.keyDown(field, { key: 'Escape' }), fireEvent.keyDown(field, { key: 'a' })]).toEqual([false, true])
    expect(onClose).not.toHaveBeenCalled()
  })

  it('handles no key while it is not busy', async () => {
    open()
    await screen.findByRole('dialog')
    expect(fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'a' })).toBe(true)
  })

  it('that asks explains its action, and does it or not', async () => {
    const [onConfirm, onCancel] = [vi.fn(), vi.fn()]
    const question = (more: object) => (
      <ConfirmDialog
        open
        question="Delete it?"
        detail="For good."
        onConfirm={onConfirm}
        onCancel={onCancel}
        {...more}
      />
    )
    const { rerender } = render(question({}))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete it?' }))
    dialog.getByText('For good.')
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect([onConfirm.mock.calls.length, onCancel.mock.calls.length]).toEqual([1, 1])
    rerender(question({ busy: true }))
    expect(
      ['Cancel', 'Deleting...'].map((name) => dialog.getByRole('button', { name }).hasAttribute('disabled')),
    ).toEqual([true, true])
    rerender(question({ busy: true, confirmLabel: 'Stop', busyLabel: 'Stopping...' }))
    dialog.getByRole('button', { name: 'Stopping...' })
    rerender(question({ confirmLabel: 'Stop', busyLabel: 'Stopping...' }))
    dialog.getByRole('button', { name: 'Stop' })
  })
})

describe('the second half of a double click', () => {
  const Window = ({ open }: { open: boolean }) => (
    <div ref={useDoubleClickKeepsOpen(open)}>
      <button type="button">Within</button>
    </div>
  )
  /** @returns whether Headless UI gets the event. */
  const end = (type: 'pointerup' | 'touchend', target: EventTarget = document.body) =>
    target.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }))
  const ends = () => [end('pointerup'), end('touchend')]

  it('outside of a newly opened window does not close it', () => {
    vi.useFakeTimers()
    onTestFinished(() => {
      vi.useRealTimers()
    })
    render(<Window open />)
    expect(ends()).toEqual([false, false])
    expect(end('pointerup', screen.getByRole('button'))).toBe(true)
    expect(end('pointerup', window)).toBe(false)
    vi.advanceTimersByTime(doubleClickMillis - 1)
    expect(ends()).toEqual([false, false])
    vi.advanceTimersByTime(1)
    expect(ends()).toEqual([true, true])
  })

  it('is ignored if no window is open, or no longer', () => {
    const { rerender, unmount } = render(<Window open={false} />)
    expect(ends()).toEqual([true, true])
    rerender(<Window open />)
    expect(ends()).toEqual([false, false])
    rerender(<Window open={false} />)
    expect(ends()).toEqual([true, true])
    rerender(<Window open />)
    unmount()
    expect(ends()).toEqual([true, true])
  })
})
