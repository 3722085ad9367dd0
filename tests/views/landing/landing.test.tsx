import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { LandingPage } from '../../../src/landing/LandingPage'

const openLanding = (isSignedIn = false) => {
  const view = render(<LandingPage isSignedIn={isSignedIn} />)
  return { ...view, user: userEvent.setup() }
}

describe('the landing page', () => {
  it('shows the promises of the specification, with links to its sections', () => {
    openLanding()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Get noticed.Get commented.Get AI-approved.')
    expect(screen.getByRole('link', { name: 'Get Started' }).getAttribute('href')).toBe('#features')
    const main = screen.getByRole('navigation', { name: 'Main' })
    expect(
      within(main)
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['How It Works', '#how-it-works'],
      ['Features', '#features'],
      ['Contact Us', 'mailto:hello@example.com'],
    ])
    expect(document.getElementById('features')).not.toBeNull()
    expect(document.getElementById('how-it-works')).not.toBeNull()
    expect(screen.getByText('© 2025 Auto Comment Bot')).toBeDefined()
  })

  it.each([
    [false, ['Log in', '/login'], ['Create an account', '/sign-up']],
    [true, ['Open console', '/admin/home']],
  ] as const)(
    'leads who is signed in (%s) to this console, in the bar and in the menu',
    async (isSignedIn, ...doors) => {
      const { user } = openLanding(isSignedIn)
      const linksIn = (name: string) =>
        within(screen.getByRole('navigation', { name }))
          .getAllByRole('link')
          .map((link) => [link.textContent, link.getAttribute('href')])
      expect(linksIn('Console')).toEqual(doors)
      await user.click(screen.getByRole('button', { name: 'Open menu' }))
      expect(linksIn('Menu')).toEqual(expect.arrayContaining([...doors]))
    },
  )

  it('opens both offers in a new tab that cannot control this one', () => {
    openLanding()
    for (const name of [/^Open XpressAI/, /^Open AI Characters/]) {
      const link = screen.getByRole('link', { name })
      expect(link.getAttribute('target')).toBe('_blank')
      expect(link.getAttribute('rel')).toContain('noopener')
    }
  })
})

describe('How It Works', () => {
  const panel = () => {
    const selected = screen.getByRole('tab', { selected: true })
    const element = document.getElementById(selected.getAttribute('aria-controls') ?? '')
    return [...(element?.querySelectorAll('h3') ?? [])].map((heading) => heading.textContent)
  }
  const shownPanels = () =>
    [...document.querySelectorAll('[role="tabpanel"]')].filter((each) => !each.classList.contains('hidden'))

  it('starts with the three steps of XpressAI', () => {
    openLanding()
    expect(panel()).toEqual(['Connect your X account', 'Set your preferences', 'Let the AI handle the rest'])
    expect(shownPanels()).toHaveLength(1)
  })

  it('shows the three steps of AI Characters when asked', async () => {
    const { user } = openLanding()
    await user.click(screen.getByRole('tab', { name: 'AI Characters' }))
    expect(panel()).toEqual(['Choose AI commenters', 'Define tone', 'Launch and monitor'])
    expect(shownPanels()).toHaveLength(1)
  })

  it('moves with the arrow keys, Home and End, around the ends', async () => {
    const { user } = openLanding()
    const selected = () => screen.getByRole('tab', { selected: true }).textContent
    screen.getByRole('tab', { name: 'XpressAI' }).focus()
    await user.keyboard('{ArrowRight}')
    expect(selected()).toBe('AI Characters')
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'AI Characters' }))
    await user.keyboard('{ArrowRight}')
    expect(selected()).toBe('XpressAI')
    await user.keyboard('{ArrowLeft}')
    expect(selected()).toBe('AI Characters')
    await user.keyboard('{Home}')
    expect(selected()).toBe('XpressAI')
    await user.keyboard('{End}')
    expect(selected()).toBe('AI Characters')
    await user.keyboard('x')
    expect(selected()).toBe('AI Characters')
  })
})

describe('the mobile menu', () => {
  const openMenu = async () => {
    const landing = openLanding()
    const toggle = screen.getByRole('button', { name: 'Open menu' })
    const dialog = document.querySelector('dialog')
    if (!dialog) throw new Error('no dialog')
    await landing.user.click(toggle)
    return { ...landing, toggle, dialog }
  }

  it('opens by its button, and announces that', async () => {
    const { toggle, dialog } = await openMenu()
    expect(dialog.open).toBe(true)
    expect(toggle.getAttribute('aria-expanded')).toBe('true')
    expect(within(dialog).getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe('#features')
  })

  it('closes by its close button', async () => {
    const { user, dialog, toggle } = await openMenu()
    await user.click(within(dialog).getByRole('button', { name: 'Close menu' }))
    expect(dialog.open).toBe(false)
    expect(toggle.getAttribute('aria-expanded')).toBe('false')
  })

  it('closes by a click on the backdrop, not by one inside', async () => {
    const { user, dialog } = await openMenu()
    await user.click(within(dialog).getByRole('heading', { name: 'Menu' }))
    expect(dialog.open).toBe(true)
    await user.click(dialog)
    expect(dialog.open).toBe(false)
  })

  it('closes by following a link', async () => {
    const { user, dialog } = await openMenu()
    await user.click(within(dialog).getByRole('link', { name: 'Features' }))
    expect(dialog.open).toBe(false)
  })

  it('opens again after the browser closed it on Escape', async () => {
    const { user, dialog, toggle } = await openMenu()
    dialog.close()
    await waitFor(() => expect(toggle.getAttribute('aria-expanded')).toBe('false'))
    await user.click(toggle)
    expect(dialog.open).toBe(true)
  })
})
