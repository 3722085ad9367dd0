import { act, render, screen, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { AssumedMedia, useMedia } from '../../../src/views/shell/media'
import { ThemeSwitch } from '../../../src/views/shell/ThemeSwitch'
import { useTheme } from '../../../src/views/shell/theme'
import { CopyButton } from '../../../src/views/ui/CopyButton'
import { deviceWith } from '../../support/device'
import { setViewportWidth } from '../../support/dom'
import { draw } from './draw'

describe('a button that copies', () => {
  const drawButton = (write: () => Promise<void>) =>
    draw(<CopyButton text="acb_1" what="Copy the token" />, { device: deviceWith(write) })
  const said = () => screen.getByRole('status').textContent
  const sign = () =>
    ['lucide-copy', 'lucide-check'].filter((name) => screen.getByRole('button').querySelector(`.${name}`))

  it('shows that it copied, until the pointer leaves it', async () => {
    const { user } = drawButton(async () => {})
    expect([said(), sign()]).toEqual(['', ['lucide-copy']])
    await user.click(screen.getByRole('button', { name: 'Copy the token' }))
    await screen.findByText('Copied')
    expect(sign()).toEqual(['lucide-check'])
    await user.tab()
    expect([said(), sign()]).toEqual(['', ['lucide-copy']])
  })

  it('shows that it could not copy', async () => {
    const { user } = drawButton(() => Promise.reject(new Error('no clipboard')))
    await user.click(screen.getByRole('button', { name: 'Copy the token' }))
    await screen.findByText(/./, { selector: '[role="status"]' })
    expect(said()).not.toBe('Copied')
    expect(sign()).toEqual(['lucide-copy'])
  })
})

describe('the theme', () => {
  const Other = () => <p>{useTheme()[0]}</p>
  const drawSwitch = (vertical = false) =>
    draw(
      <>
        <ThemeSwitch vertical={vertical} />
        <Other />
      </>,
    )
  const radios = () => screen.getAllByRole<HTMLInputElement>('radio')

  it("is one of light, dark and the system's", () => {
    drawSwitch()
    const choices = within(screen.getByRole('group', { name: 'Theme' })).getAllByRole<HTMLInputElement>('radio')
    expect(
      choices.map(({ value, checked, labels }) => [value, checked, labels?.[0]?.textContent, labels?.[0]?.title]),
    ).toEqual([
      ['light', false, 'Light', 'Light'],
      ['dark', false, 'Dark', 'Dark'],
      ['system', true, 'System', 'System'],
    ])
    expect(new Set(choices.map(({ name }) => name)).size).toBe(1)
    expect(screen.getAllByText('Theme')).toHaveLength(2)
  })

  it('has its name only for screen readers on narrow devices', () => {
    drawSwitch(true)
    expect(screen.getAllByText('Theme').map(({ tagName }) => tagName)).toEqual(['LEGEND'])
  })

  it.each([
    ['Light', 'light'],
    ['Dark', 'dark'],
  ])('%s is shown everywhere at once', async (name, theme) => {
    const { user } = drawSwitch()
    await user.click(screen.getByRole('radio', { name }))
    expect(document.documentElement.dataset.theme).toBe(theme)
    expect(radios().map(({ value, checked }) => [value, checked])).toContainEqual([theme, true])
    expect(radios().filter(({ checked }) => checked)).toHaveLength(1)
    expect(screen.getByText(theme)).toBeDefined()
    await user.click(screen.getByRole('radio', { name: 'System' }))
    expect(document.documentElement.dataset.theme).toBeUndefined()
    expect(screen.getByText('system')).toBeDefined()
  })
})

describe('a media query', () => {
  const Wide = () => <p>{useMedia('(min-width: 1000px)') ? 'wide' : 'slim'}</p>

  it('is updated as long as a view shows it', () => {
    setViewportWidth(1200)
    const { container, unmount } = render(<Wide />)
    expect(container.textContent).toBe('wide')
    act(() => setViewportWidth(900))
    expect(container.textContent).toBe('slim')
    unmount()
  })

  it('is that of the window, even if the build assumed another one', () => {
    setViewportWidth(900)
    const { container } = render(
      <AssumedMedia value={['(min-width: 1000px)']}>
        <Wide />
      </AssumedMedia>,
    )
    expect(container.textContent).toBe('slim')
  })
})

it("the layout's facts about the device must be provided", () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => error.mockRestore())
  expect(() => render(<ThemeSwitch vertical />)).toThrow('DeviceProvider is missing')
})
