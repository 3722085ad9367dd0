import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Search } from 'lucide-react'
import { describe, expect, it, vi } from 'vitest'
import { Button, IconButton } from '../../../src/views/ui'
import { useFocusHeir } from '../../../src/views/ui/useFocusHeir'

describe('a button', () => {
  it('has its icon, or while busy a spinner and its own words', () => {
    const { rerender } = render(
      <Button icon={Search} busyLabel="Searching...">
        Search
      </Button>,
    )
    const button = screen.getByRole('button', { name: 'Search' })
    const signs = () => [
      button.querySelectorAll('.lucide-search').length,
      button.querySelectorAll('.animate-spin').length,
    ]
    expect([signs(), button.getAttribute('aria-busy'), button.getAttribute('type')]).toEqual([[1, 0], null, 'button'])
    rerender(
      <Button icon={Search} busy busyLabel="Searching...">
        Search
      </Button>,
    )
    expect([signs(), button.getAttribute('aria-busy'), button.textContent]).toEqual([[0, 1], 'true', 'Searching...'])
    rerender(
      <Button icon={Search} busy>
        Search
      </Button>,
    )
    expect(button.textContent).toBe('Search')
  })

  it('calls its handler, and reports its focus', async () => {
    const told: string[] = []
    const tell = (what: string) => () => {
      told.push(what)
    }
    render(
      <>
        <Button onClick={tell('click')} onFocus={tell('focus')} onBlur={tell('blur')} type="submit">
          Save
        </Button>
        <Button>Nothing</Button>
      </>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await userEvent.click(screen.getByRole('button', { name: 'Nothing' }))
    expect(told).toEqual(['focus', 'click', 'blur'])
    expect(screen.getByRole('button', { name: 'Save' }).getAttribute('type')).toBe('submit')
  })

  it('that looks disabled keeps its click from the elements around it', () => {
    const onClick = vi.fn()
    render(
      <Button aria-disabled type="submit" onClick={onClick}>
        Preview
      </Button>,
    )
    expect(fireEvent.click(screen.getByRole('button'))).toBe(false)
    expect(onClick).not.toHaveBeenCalled()
  })

  it('with only an icon is named by its label, and is busy like any other', async () => {
    const onClick = vi.fn()
    const { rerender } = render(<IconButton icon={Search} label="Find it" onClick={onClick} />)
    const button = screen.getByRole('button', { name: 'Find it' })
    expect([button.title, button.getAttribute('type'), button.getAttribute('aria-busy')]).toEqual([
      'Find it',
      'button',
      null,
    ])
    await userEvent.click(button)
    expect(onClick).toHaveBeenCalledTimes(1)
    rerender(<IconButton icon={Search} label="Find it" onClick={onClick} busy title="Wait" />)
    expect([button.hasAttribute('disabled'), button.getAttribute('aria-busy'), button.title]).toEqual([
      true,
      'true',
      'Wait',
    ])
    expect([button.querySelector('.lucide-search'), button.querySelector('.animate-spin') !== null]).toEqual([
      null,
      true,
    ])
    rerender(<IconButton icon={Search} label="Find it" disabled />)
    expect(button.hasAttribute('disabled')).toBe(true)
  })
})

describe('the focus of a button that disappears', () => {
  const Part = ({ shown }: { shown: boolean }) => {
    const heir = useFocusHeir(() => document.querySelector('h2'))
    return (
      <section {...heir}>
        <h2 tabIndex={-1}>Heading</h2>
        {shown ? <button type="button">Dismiss</button> : null}
      </section>
    )
  }

  it('moves to the named successor', () => {
    const { rerender } = render(<Part shown />)
    screen.getByRole('button').focus()
    rerender(<Part shown={false} />)
    expect(document.activeElement).toBe(screen.getByRole('heading'))
  })

  it('does not move if the button did not have it, or had lost it', () => {
    const { rerender } = render(<Part shown />)
    rerender(<Part shown={false} />)
    expect(document.activeElement).toBe(document.body)
    rerender(<Part shown />)
    screen.getByRole('button').focus()
    screen.getByRole('button').blur()
    rerender(<Part shown={false} />)
    expect(document.activeElement).toBe(document.body)
  })
})
