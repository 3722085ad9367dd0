import { act, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { describe, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { pages, render as prerender } from '../../build/prerender'
import { App } from '../../src/App'
import { hydrate as hydrateIslands } from '../../src/landing/islands'
import { LandingPage } from '../../src/landing/LandingPage'
import { createLogic } from '../../src/machines/session/session.actors'
import { createBrowserServices } from '../../src/services/browser'
import { eventually } from '../support/waiting'

const paths = Object.values(pages).map(({ path }) => path)

describe('the prerendered pages', () => {
  it.each(paths)('%s is complete and obeys the content security policy', (path) => {
    const html = prerender(path)
    expect(html).toContain('<h1')
    expect(html).not.toMatch(/\sstyle=|<style|<script|\son[a-z]+=|javascript:/)
  })

  it('draws the landing page as the browser would', () => {
    const { container } = render(<LandingPage />)
    expect(normalized(prerender('/'))).toBe(container.innerHTML)
  })

  it('hydrates the landing page without a difference', async () => {
    document.body.innerHTML = prerender('/')
    const toggle = screen.getByRole('button', { name: 'Open menu', hidden: true })
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})

    await act(hydrateIslands)

    await eventually(() => expect(document.documentElement.dataset.hydrated).toBe(''))
    act(() => toggle.click())
    expect(document.querySelector('dialog')?.open).toBe(true)
    act(() => screen.getByRole('tab', { name: 'AI Characters' }).click())
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('AI Characters')
    expect(complaints).not.toHaveBeenCalled()
    complaints.mockRestore()
    document.body.replaceChildren()
  })

  const answers = [undefined, true, false]
  const arrivals = ['/login', '/sign-up', '/reset'].flatMap((path) => answers.map((isOurs) => ({ path, isOurs })))

  it.each(arrivals)(
    '$path hydrates without a difference if the provider is known as ours: $isOurs',
    async (arrival) => {
      const { path, isOurs } = arrival
      window.history.replaceState(null, '', path)
      const logic = createLogic(createBrowserServices({ baseUrl: '/api/v1' }))
      const auth = createActor(logic.auth).start()
      if (isOurs !== undefined) auth.send({ type: 'provider.described', isOurs })
      const root = document.createElement('div')
      root.innerHTML = prerender(path)
      document.body.append(root)
      const email = root.querySelector('input')
      const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
      const onRecoverableError = vi.fn()

      const drawn = await act(async () =>
        hydrateRoot(
          root,
          <StrictMode>
            <App logic={logic} auth={auth} />
          </StrictMode>,
          { onRecoverableError },
        ),
      )

      await eventually(() => expect(root.querySelector('button[type="submit"]')).not.toBeNull())
      expect(root.querySelector('input')).toBe(email)
      expect(onRecoverableError).not.toHaveBeenCalled()
      expect(complaints).not.toHaveBeenCalled()
      complaints.mockRestore()
      act(() => drawn.unmount())
      auth.stop()
      root.remove()
    },
  )

  it.each(['/login', '/sign-up', '/reset'])('%s has nothing above its form that React would hydrate later', (path) => {
    const [above, below] = prerender(path).split('<form')
    expect(below).toBeDefined()
    expect(above).not.toContain('<!--$')
  })

  it('cannot send a password without JavaScript', () => {
    for (const path of ['/login', '/sign-up', '/reset']) {
      const html = prerender(path)
      expect(html).toContain('method="post"')
      expect(html).not.toContain('type="submit"')
    }
  })
})

const normalized = (html: string): string => {
  const template = document.createElement('div')
  template.innerHTML = html.replaceAll('<!-- -->', '')
  return template.innerHTML
}
