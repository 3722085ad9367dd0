import { render } from '@testing-library/react'
import { createLucideIcon, type LucideIcon, type LucideIconData } from 'lucide-react'
import { expect, it } from 'vitest'
import { bare } from '../../build/bareIcons.mjs'
import createIcon from '../../src/views/ui/createIcon'

const users: LucideIconData = {
  name: 'users',
  size: 24,
  node: [
    ['path', { d: 'M18 21a8 8 0 0 0-16 0', key: 'a' }],
    ['circle', { cx: '10', cy: '8', r: '5', key: 'b' }],
    ['rect', { width: '4', height: '3', x: '2', y: '1', rx: '1', key: 'c' }],
  ],
}

const drawn = (Icon: LucideIcon | ReturnType<typeof createIcon>) => {
  const { container } = render(<Icon className="size-4" />)
  const svg = container.querySelector('svg')
  const attributes = Object.fromEntries([...(svg?.attributes ?? [])].map(({ name, value }) => [name, value]))
  return { attributes, shapes: svg?.innerHTML }
}

it('an icon is what the library draws, without the names of its icons', () => {
  const theirs = drawn(createLucideIcon(users))
  expect(theirs.attributes.class).toBe('lucide lucide-users size-4')
  expect(drawn(createIcon(users))).toEqual({ ...theirs, attributes: { ...theirs.attributes, class: 'size-4' } })
})

it('an icon that says something is not hidden', () => {
  const Icon = createIcon(users)
  const { container } = render(<Icon aria-hidden="false" aria-label="Accounts" />)
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('false')
})

it('the build draws paths that follow one another as one, each from where it began', () => {
  const shapes: LucideIconData['node'] = [
    ['path', { d: 'M12 19V5', key: 'a' }],
    ['path', { d: 'm5 12 7-7 7 7', key: 'b' }],
    ['path', { d: 'm7 15 5 5 5-5', key: 'f' }],
    ['circle', { cx: '12', cy: '12', r: '2', key: 'c' }],
    ['path', { d: 'M3 6h18', key: 'd' }],
    ['path', { d: 'M3 9h18', fill: 'currentColor', key: 'e' }],
  ]
  expect(bare(shapes)).toEqual([
    ['path', { d: 'm5 12 7-7 7 7M12 19V5M0 0m7 15 5 5 5-5' }],
    ['circle', { cx: '12', cy: '12', r: '2' }],
    ['path', { d: 'M3 6h18' }],
    ['path', { d: 'M3 9h18', fill: 'currentColor' }],
  ])
})
