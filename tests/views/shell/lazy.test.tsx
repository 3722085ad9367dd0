import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, Suspense, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ErrorBoundary } from '../../../src/views/ui/states/ErrorBoundary'
import { LazyPart } from '../../../src/views/ui/states/LazyPart'
import { lazy, useWarmUp } from '../../../src/views/ui/states/lazy'
import { LazyWindow } from '../../../src/views/ui/windows/LazyWindow'

const Greeting = ({ name = 'there' }: { name?: string }) => <p>Hello {name}</p>

const code = () => {
  const open: { resolve: (module: { default: typeof Greeting }) => void; reject: (error: Error) => void }[] = []
  const load = vi.fn(
    () => new Promise<{ default: typeof Greeting }>((resolve, reject) => open.push({ resolve, reject })),
  )
  return {
    load,
    arrive: async () => open.shift()?.resolve({ default: Greeting }),
    fail: async () => open.shift()?.reject(new TypeError('Failed to fetch dynamically imported module')),
  }
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => vi.restoreAllMocks())

const Screen = ({ children }: { children: ReactNode }) => (
  <ErrorBoundary>
    <Suspense fallback={<p>Waiting</p>}>{children}</Suspense>
  </ErrorBoundary>
)

describe('a component whose code loads late', () => {
  it('is requested once, when it is first shown', async () => {
    const { load, arrive } = code()
    const Late = lazy(load)
    expect(load).not.toHaveBeenCalled()
    render(
      <Screen>
        <Late name="Ada" />
        <Late name="Bob" />
      </Screen>,
    )
    expect(screen.getByText('Waiting')).toBeDefined()
    await arrive()
    expect(await screen.findByText('Hello Ada')).toBeDefined()
    expect(screen.getByText('Hello Bob')).toBeDefined()
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('is shown at once if its code was preloaded', async () => {
    const { load, arrive } = code()
    const Late = lazy(load)
    const ahead = [Late.preload(), Late.preload()]
    await arrive()
    await Promise.all(ahead)
    expect(load).toHaveBeenCalledTimes(1)
    render(
      <Screen>
        <Late />
      </Screen>,
    )
    expect(screen.getByText('Hello there')).toBeDefined()
  })

  it('is requested again if preloading failed', async () => {
    const { load, arrive, fail } = code()
    const Late = lazy(load)
    const ahead = Late.preload()
    await fail()
    await ahead
    render(
      <Screen>
        <Late />
      </Screen>,
    )
    expect(load).toHaveBeenCalledTimes(2)
    await arrive()
    expect(await screen.findByText('Hello there')).toBeDefined()
  })

  it('that does not load leaves a message, and is requested again on click', async () => {
    const { load, arrive, fail } = code()
    const Late = lazy(load)
    render(
      <Screen>
        <Late />
      </Screen>,
    )
    await fail()
    expect(await screen.findByRole('heading', { name: 'This screen could not be loaded.' })).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await arrive()
    expect(await screen.findByText('Hello there')).toBeDefined()
    expect(load).toHaveBeenCalledTimes(2)
  })
})

describe('a part of a screen whose code loads late', () => {
  it('does not affect the screen, names the missing part, and can be requested again', async () => {
    const { load, arrive, fail } = code()
    const Late = lazy(load)
    render(
      <>
        <h1>Media Agent</h1>
        <LazyPart>
          <Late />
        </LazyPart>
      </>,
    )
    expect(screen.queryByRole('alert')).toBeNull()
    await fail()
    expect((await screen.findByRole('alert')).textContent).toContain('This could not be loaded.')
    expect(screen.getByRole('heading', { name: 'Media Agent' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await arrive()
    expect(await screen.findByText('Hello there')).toBeDefined()
  })
})

describe('a window whose code loads late', () => {
  const openPage = () => {
    const fetched = code()
    const Late = lazy(fetched.load)
    const Page = () => {
      const [open, setOpen] = useState(false)
      return (
        <>
          <button type="button" onClick={() => setOpen(true)}>
            Open
          </button>
          <LazyWindow open={open} onClose={() => setOpen(false)}>
            {open ? <Late /> : null}
          </LazyWindow>
        </>
      )
    }
    render(<Page />)
    return fetched
  }
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

  it('shows that it is loading, in front of the page', async () => {
    const { arrive } = openPage()
    await press('Open')
    expect(screen.getByRole('dialog', { name: 'Loading' })).toHaveProperty('open', true)
    expect(screen.getByRole('status').textContent).toBe('Loading...')
    await arrive()
    expect(await screen.findByText('Hello there')).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('stays open, with its focus, when the page around it is drawn again', () => {
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
    const Late = lazy(code().load)
    const page = () => (
      <LazyWindow open onClose={() => {}}>
        <Late />
      </LazyWindow>
    )
    const { rerender } = render(page())
    rerender(page())
    expect(showModal).toHaveBeenCalledTimes(1)
  })

  it('can be closed while it loads', async () => {
    const { arrive, load } = openPage()
    await press('Open')
    await press('Cancel')
    expect(screen.queryByRole('dialog')).toBeNull()
    await arrive()
    await press('Open')
    expect(await screen.findByText('Hello there')).toBeDefined()
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('shows that it did not load, and tries again', async () => {
    const { arrive, fail } = openPage()
    await press('Open')
    await fail()
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This could not be loaded. Check the connection, then try again.',
    )
    expect(screen.getByRole('dialog', { name: 'Not loaded' })).toHaveProperty('open', true)
    expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined()
    await press('Try again')
    expect(screen.queryByRole('alert')).toBeNull()
    await arrive()
    expect(await screen.findByText('Hello there')).toBeDefined()
  })

  it.each([
    ['has no such file', new Response(null, { status: 404 })],
    ['answers with its page', new Response(null, { headers: { 'content-type': 'text/html' } })],
  ])('shows that only a reload helps if the server %s any more', async (_, answer) => {
    const own = document.head.appendChild(Object.assign(document.createElement('script'), { type: 'module' }))
    own.setAttribute('src', '/assets/own-1a2b3c.js')
    const asked = vi.spyOn(window, 'fetch').mockResolvedValue(answer)
    const { fail } = openPage()
    await press('Open')
    await fail()
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This could not be loaded. The console was updated after you opened this page. Reload the page to continue.',
    )
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined()
    expect(asked.mock.calls).toEqual([[own.src, { method: 'HEAD', cache: 'no-store' }]])
    own.remove()
  })

  it('that did not load can be closed, and opened again', async () => {
    const { arrive, fail } = openPage()
    await press('Open')
    await fail()
    await screen.findByRole('alert')
    await press('Cancel')
    expect(screen.queryByRole('dialog')).toBeNull()
    await press('Open')
    await arrive()
    expect(await screen.findByText('Hello there')).toBeDefined()
  })

  it('leaves other errors to the screen around it', async () => {
    const Broken = () => {
      throw new Error('broken')
    }
    render(
      <ErrorBoundary>
        <LazyWindow open onClose={() => {}}>
          <Broken />
        </LazyWindow>
      </ErrorBoundary>,
    )
    expect(await screen.findByRole('heading', { name: 'This screen could not be shown.' })).toBeDefined()
  })
})

it('code for windows over a screen is requested when the screen is there and the browser idle', async () => {
  const { load } = code()
  lazy(load, { warm: true })
  const other = code()
  lazy(other.load)
  const Page = ({ ready }: { ready: boolean }) => {
    useWarmUp(ready)
    return null
  }
  vi.useFakeTimers()
  const { rerender } = render(<Page ready={false} />)
  vi.advanceTimersByTime(5000)
  expect(load).not.toHaveBeenCalled()
  rerender(<Page ready />)
  expect(load).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5000)
  vi.useRealTimers()
  expect(load).toHaveBeenCalledTimes(1)
  expect(other.load).not.toHaveBeenCalled()
})
