import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ActiveBadge, Badge, buttonClass, Card, EmptyState, iconButtonClass } from '../../../src/views/ui'
import { CharacterFace, Face, faceOf } from '../../../src/views/ui/Face'
import { Logo } from '../../../src/views/ui/Logo'
import { Status, StatusBadge } from '../../../src/views/ui/states/Status'

const drawn = (element: Element | null, selector: string) =>
  [...(element?.querySelectorAll(selector) ?? [])].map((each) => each.outerHTML).join('')

describe('a face', () => {
  const kinds = ['wink', 'glasses', 'smile', 'calm', 'wide', 'plain'] as const

  it('of each kind has a body, a colour and eyes that no other has', () => {
    const { container } = render(kinds.map((kind) => <Face key={kind} kind={kind} />))
    const faces = [...container.children].map((face) => {
      const [body, ...eyes] = face.children
      return [body?.getAttribute('d'), body?.getAttribute('fill'), eyes.map((eye) => eye.outerHTML).join('')]
    })
    for (const part of [0, 1, 2]) {
      const each = faces.map((face) => face[part] ?? '')
      expect(new Set(each).size).toBe(6)
      expect(each.map((text) => text.length > 0)).toEqual(kinds.map(() => true))
    }
  })

  it('has eyes in the ink of its colour, and is hidden from screen readers', () => {
    const { container } = render(<Face hue="sky" shape="box" eyes="dots" />)
    const face = container.firstElementChild
    expect(face?.getAttribute('aria-hidden')).toBe('true')
    expect(face?.querySelector('path')?.getAttribute('fill')).toBe('#a8dce8')
    expect(face?.querySelector('g')?.getAttribute('fill')).toBe('#05414f')
    expect(drawn(face, 'circle')).toBe('<circle cx="23" cy="29" r="4"></circle><circle cx="42" cy="29" r="4"></circle>')
  })

  it.each([
    ['rose', '#e8c4da', '#6d2a55'],
    ['sky', '#a8dce8', '#05414f'],
    ['peach', '#fbcb98', '#69330f'],
    ['mist', '#cad5df', '#2b3d4c'],
    ['leaf', '#cfe3b6', '#35502b'],
    ['coral', '#f7c2b7', '#7b2b26'],
  ] as const)('in %s is %s with eyes in %s', (hue, body, ink) => {
    const { container } = render(<Face hue={hue} eyes="dots" />)
    expect([
      container.querySelector('path')?.getAttribute('fill'),
      container.querySelector('g')?.getAttribute('fill'),
    ]).toEqual([body, ink])
  })

  it.each([
    ['Mara', { shape: 'oval', eyes: 'wink', hue: 'rose' }],
    ['Jonas', { shape: 'oval', eyes: 'smile', hue: 'coral' }],
    ['Inés', { shape: 'cloud', eyes: 'tall', hue: 'rose' }],
    ['🦊', { shape: 'octagon', eyes: 'smile', hue: 'leaf' }],
  ])('of %s does not change', (name, look) => {
    expect(faceOf(name)).toEqual(look)
  })

  it.each([
    ['Mara', faceOf('mara')],
    [' Mara ', faceOf('Mara')],
  ])('of the character %j is the one of its name', (name, look) => {
    const { container: character } = render(<CharacterFace name={name} />)
    const { container: face } = render(<Face {...look} />)
    expect(drawn(character, 'svg > *')).toBe(drawn(face, 'svg > *'))
  })
})

describe('a badge', () => {
  it.each([
    ['success', 'bg-success-soft', 'bg-success'],
    ['danger', 'bg-danger-soft', 'bg-danger'],
    ['warn', 'bg-warn-soft', 'bg-warn'],
    ['neutral', 'bg-neutral-soft', 'bg-neutral'],
    ['accent', 'bg-accent-soft', 'bg-accent'],
  ] as const)('of the tone %s is filled and marked with it', (tone, fill, mark) => {
    render(
      <Badge tone={tone} mark="dot">
        Sent
      </Badge>,
    )
    const badge = screen.getByText('Sent').parentElement
    expect([...(badge?.classList ?? [])]).toContain(fill)
    expect([...(badge?.firstElementChild?.classList ?? [])]).toContain(mark)
  })

  it('is neutral and without a mark by default', () => {
    render(<Badge>Synced</Badge>)
    expect([...screen.getByText('Synced').classList]).toContain('bg-neutral-soft')
    expect(screen.getByText('Synced').children).toHaveLength(0)
  })

  it('shows "active" as the specification spells it, with its own mark', () => {
    render(
      <>
        <ActiveBadge activity="active" />
        <ActiveBadge activity="inactive" />
      </>,
    )
    const marks = ['ACTIVE', 'IN ACTIVE'].map((words) => [
      ...(screen.getByText(words).parentElement?.firstElementChild?.classList ?? []),
    ])
    expect(marks.map((mark) => [mark.includes('bg-success'), mark.includes('border-neutral')])).toEqual([
      [true, false],
      [false, true],
    ])
  })
})

describe('a status', () => {
  it.each([
    ['completed', 'bg-success-soft', 'text-success-ink', 'lucide-circle-check'],
    ['failed', 'bg-danger-soft', 'text-danger-ink', 'lucide-circle-x'],
    ['status_of_tomorrow', 'bg-neutral-soft', 'text-neutral-ink', 'lucide-circle-dashed'],
  ])('%s has its colour as a pill and as a word, and its sign', (status, fill, ink, sign) => {
    const { container } = render(
      <>
        <StatusBadge status={status} />
        <Status status={status} />
      </>,
    )
    const [pill, word] = container.children
    expect([pill?.textContent, word?.textContent]).toEqual([status, status])
    expect([...(pill?.classList ?? [])]).toContain(fill)
    expect(pill?.children).toHaveLength(2)
    expect([...(word?.classList ?? [])]).toContain(ink)
    expect([...(word?.querySelector('svg')?.classList ?? [])]).toContain(sign)
  })
})

describe('the look of a button', () => {
  it.each([
    ['primary', 'bg-primary'],
    ['soft', 'bg-primary-soft'],
    ['outline', 'border-line-strong'],
    ['quiet', 'text-ink-2'],
    ['danger', 'bg-danger'],
    ['accent', 'bg-accent'],
  ] as const)('of the tone %s has %s', (tone, name) => {
    expect(buttonClass({ tone }).split(' ')).toContain(name)
  })

  it.each([
    ['sm', 'min-h-9'],
    ['md', 'min-h-ctl'],
    ['lg', 'min-h-13'],
  ] as const)('of the size %s has %s', (size, name) => {
    expect(buttonClass({ size }).split(' ')).toContain(name)
  })

  it('is outlined, of medium size and as wide as its words by default', () => {
    expect(buttonClass()).toBe(buttonClass({ tone: 'outline', size: 'md', wide: false }))
    expect(buttonClass().split(' ')).not.toContain('w-full')
    expect(buttonClass({ wide: true, className: 'mt-4' }).split(' ').slice(-2)).toEqual(['w-full', 'mt-4'])
  })

  it('is grey when it is disabled, a quiet one without a box', () => {
    for (const tone of ['primary', 'quiet'] as const)
      expect(buttonClass({ tone }).split(' ')).toEqual(
        expect.arrayContaining(['inline-flex', 'disabled:text-ink-3', 'aria-disabled:text-ink-3']),
      )
    expect(buttonClass({ tone: 'primary' })).toContain('disabled:bg-sunken')
    expect(buttonClass({ tone: 'quiet' })).not.toContain('bg-sunken aria-disabled')
    expect(buttonClass({ tone: 'quiet' })).toContain('disabled:bg-transparent')
  })

  it('with only an icon is a square of either size', () => {
    expect(iconButtonClass().split(' ')).toEqual(expect.arrayContaining(['inline-flex', 'size-ctl']))
    expect(iconButtonClass({ size: 'sm', className: 'ml-2' }).split(' ')).toEqual(
      expect.arrayContaining(['size-8', 'ml-2']),
    )
  })
})

it.each([
  ['plain', 'border-line'],
  ['sunken', 'bg-sunken'],
  ['soft', 'bg-primary-soft'],
] as const)('a %s card has %s', (tone, name) => {
  render(<Card tone={tone}>Words</Card>)
  expect(screen.getByText('Words').closest(`.${name}`)).not.toBeNull()
})

it('a card is plain by default', () => {
  render(<Card>Words</Card>)
  expect(screen.getByText('Words').closest('.border-line')).not.toBeNull()
})

it('the logo is drawn light only on a dark panel', () => {
  const { container } = render(
    <>
      <Logo />
      <Logo onNight />
    </>,
  )
  const fills = [...container.children].map((logo) => [...logo.children].map((part) => part.getAttribute('class')))
  expect(fills).toEqual([
    ['fill-primary', 'fill-on-primary', 'fill-accent'],
    ['fill-on-night', 'fill-night', 'fill-accent'],
  ])
})

describe('an empty state', () => {
  it('shows that there are no results, in a frame, by default', () => {
    const { container } = render(<EmptyState />)
    expect(screen.getByText('No results.').tagName).toBe('P')
    expect(container.textContent).toBe('No results.')
    expect([...(container.firstElementChild?.classList ?? [])]).toContain('border')
  })

  it('has the given title, words and buttons, or no title', () => {
    const { container, rerender } = render(
      <EmptyState title="Task not found." titleAs="h1" actions={<button type="button">Back</button>} framed={false}>
        It may be older than a year.
      </EmptyState>,
    )
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Task not found.')
    expect(container.textContent).toBe('Task not found.It may be older than a year.Back')
    expect([...(container.firstElementChild?.classList ?? [])]).not.toContain('border')
    rerender(<EmptyState title={null}>Nothing waits.</EmptyState>)
    expect(container.textContent).toBe('Nothing waits.')
  })

  it('has a face of its own for each kind', () => {
    const { container } = render(
      <>
        <EmptyState />
        <EmptyState kind="empty" />
        <EmptyState kind="noMatch" />
        <EmptyState kind="failed" />
      </>,
    )
    const [usual, ...kinds] = [...container.querySelectorAll('img')].map((img) => img.getAttribute('src'))
    expect(usual).toBe(kinds[0])
    expect(new Set(kinds).size).toBe(3)
  })
})
