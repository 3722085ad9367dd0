import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Avatar, ErrorBoundary, FailedState, PageHeader } from '../../../src/views/ui'
import { Meter } from '../../../src/views/ui/Meter'
import { StaleNote } from '../../../src/views/ui/states/StaleNote'
import { TryAgain } from '../../../src/views/ui/states/TryAgain'
import { SectionHeader } from '../../../src/views/ui/tables/SectionHeader'

it('a meter shows each part in proportion to the whole, and leaves out empty parts', () => {
  const { rerender } = render(
    <Meter
      label="2 completed, 1 failed"
      total={8}
      parts={[
        { value: 2, tone: 'success' },
        { value: 0, tone: 'neutral' },
        { value: 1, tone: 'danger' },
        { value: 5, tone: 'primary' },
      ]}
    />,
  )
  const meter = screen.getByRole('img', { name: '2 completed, 1 failed' })
  const parts = () =>
    [...meter.children].map((part) => [
      part instanceof HTMLElement ? part.style.width : '',
      [...part.classList].find((name) => name.startsWith('bg-')),
    ])
  expect(parts()).toEqual([
    ['25%', 'bg-success'],
    ['12.5%', 'bg-danger'],
    ['62.5%', 'bg-primary'],
  ])
  rerender(<Meter label="2 completed, 1 failed" total={0} parts={[{ value: 1, tone: 'neutral' }]} />)
  expect(parts()).toEqual([['100%', 'bg-transparent']])
})

describe('a failure', () => {
  const Broken = ({ on }: { on: boolean }) => {
    if (on) throw new Error('broken')
    return <p>The screen</p>
  }

  it('is shown for a screen, until another one is shown', () => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => report.mockRestore())
    const screenAt = (path: string, on: boolean) => (
      <ErrorBoundary resetKey={path}>
        <Broken on={on} />
      </ErrorBoundary>
    )
    const { rerender } = render(screenAt('/a', true))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This screen could not be shown.')
    expect(screen.getByRole('alert').textContent).toContain(' You are still signed in, and your text is kept.')
    expect(screen.getByRole('alert').textContent).not.toContain('connection')
    rerender(screenAt('/a', false))
    expect(screen.getByRole('alert')).toBeDefined()
    rerender(screenAt('/b', false))
    expect([screen.queryByRole('alert'), screen.getByText('The screen')]).toEqual([null, expect.anything()])
  })

  it('can be requested again, or only reloaded if it was replaced', async () => {
    const onClick = vi.fn()
    const { rerender } = render(<TryAgain onClick={onClick} />)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    const reload = () => screen.getByRole('button', { name: 'Reload' }).classList.contains('bg-primary')
    expect([onClick.mock.calls.length, reload()]).toEqual([1, false])
    rerender(<TryAgain onClick={onClick} isReplaced />)
    expect([screen.queryByRole('button', { name: 'Try again' }), reload()]).toEqual([null, true])
  })

  it('of a list is shown in its own words, or in general words for lists', async () => {
    const onRetry = vi.fn()
    const { rerender } = render(<FailedState onRetry={onRetry} />)
    screen.getByText('The list could not be loaded. Check the connection, then try again.')
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    rerender(
      <FailedState onRetry={onRetry} busy>
        No groups came.
      </FailedState>,
    )
    screen.getByText('No groups came.')
    expect(screen.getByRole('button', { name: 'Try again' }).hasAttribute('disabled')).toBe(true)
    expect(onRetry).toHaveBeenCalledTimes(1)
  })

  it('of something that is already shown is named', async () => {
    const onRetry = vi.fn()
    render(<StaleNote what="The list" onRetry={onRetry} />)
    expect(screen.getByText(/^The list/).closest('p')?.textContent).toBe('The list could not be loaded again.Try again')
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(onRetry).toHaveBeenCalledTimes(1)
  })
})

it('headers have a line below and buttons beside them, or none', () => {
  const { container, rerender } = render(<PageHeader title="Groups" />)
  expect([container.textContent, container.querySelectorAll('p, button').length]).toEqual(['Groups', 0])
  expect(screen.getByRole('heading', { level: 1 }).tabIndex).toBe(-1)
  rerender(<PageHeader title="Groups" lead="Of accounts" actions={<button type="button">Add</button>} />)
  expect(container.textContent).toBe('GroupsOf accountsAdd')
  rerender(<SectionHeader title="Items" count="3" actions={<button type="button">Retry</button>} />)
  expect([container.textContent, screen.getByRole('heading', { level: 2 }).textContent]).toEqual([
    'Items3Retry',
    'Items',
  ])
})

it('an avatar has a soft background or one of ink', () => {
  const { container } = render(
    <>
      <Avatar name="@ada" />
      <Avatar name="@ada" tone="ink" />
    </>,
  )
  const looks = [...container.children].map((each) => [
    each.classList.contains('bg-primary-soft'),
    each.classList.contains('bg-ink'),
  ])
  expect(looks).toEqual([
    [true, false],
    [false, true],
  ])
})
