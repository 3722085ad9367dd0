import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ChartPicture } from '../../../src/views/history/steps/ChartPicture'
import type { Drawing } from '../../../src/views/history/steps/drawing'

const stateOf = (id: string, change = {}) => ({ id, key: id, isFinal: false, isInitial: false, tags: [], ...change })
const sizeOf = (x: number) => ({ x, y: x + 1, width: x + 2, height: x + 3 })

const drawing: Drawing = {
  width: 300,
  height: 200,
  states: [
    { ...sizeOf(10), state: stateOf('door'), isLeaf: false, notes: [] },
    {
      ...sizeOf(20),
      state: stateOf('open', { isInitial: true, tags: ['busy', 'late'] }),
      isLeaf: true,
      notes: [{ text: 'entry: ring' }, { text: 'knock', transition: 'open:knock' }],
    },
    { ...sizeOf(30), state: stateOf('shut', { isFinal: true }), isLeaf: true, notes: [] },
  ],
  arrows: [
    {
      id: 'a1',
      points: [
        { x: 1, y: 2 },
        { x: 3, y: 4 },
      ],
      label: {
        ...sizeOf(100),
        lines: [
          { text: 'close', transition: 'open:close' },
          { text: 'slam', transition: 'open:slam' },
        ],
      },
    },
  ],
}

const draw = (props: Partial<Parameters<typeof ChartPicture>[0]> = {}) =>
  render(<ChartPicture drawing={drawing} name="The door" active="" latest="" isWhole={false} {...props} />).container

const looksOf = (container: HTMLElement, selector: string) =>
  [...container.querySelectorAll(selector)].map((each) => each.getAttribute('class'))

const attributesOf = (container: HTMLElement, selector: string, ...names: string[]) =>
  [...container.querySelectorAll(selector)].map((each) => names.map((name) => each.getAttribute(name)))

it('a chart is a group with its name, as large as its drawing or scaled to fit', () => {
  draw()
  const picture = screen.getByRole('group', { name: 'The door' })
  expect(['viewBox', 'width', 'class'].map((name) => picture.getAttribute(name))).toEqual([
    '0 0 300 200',
    '300',
    'statechart',
  ])
  expect(looksOf(draw({ isWhole: true }), 'svg')).toEqual(['statechart is-whole'])
})

it('its states are in the drawing at their places, with names, tags and notes, in order', () => {
  const container = draw()
  expect(attributesOf(container, '.state', 'transform')).toEqual([
    ['translate(10 11)'],
    ['translate(20 21)'],
    ['translate(30 31)'],
  ])
  expect(attributesOf(container, 'rect', 'width', 'height', 'class')).toEqual([
    ['12', '13', ' '],
    ['22', '23', 'is-leaf '],
    ['32', '33', 'is-leaf is-final'],
  ])
  expect(
    [...container.querySelectorAll('.state')].map((state) => [
      state.textContent,
      state.querySelectorAll('.start').length,
    ]),
  ).toEqual([
    ['door', 0],
    ['openbusy lateentry: ringknock', 1],
    ['shut', 0],
  ])
  expect(attributesOf(container, '.note', 'y')).toEqual([['36'], ['51']])
})

it('its arrows connect points, each line of their labels below the previous one', () => {
  const container = draw()
  expect(attributesOf(container, 'polyline', 'points', 'marker-end')).toEqual([['1,2 3,4', 'url(#tip)']])
  expect(attributesOf(container, '.arrow text', 'x', 'y')).toEqual([
    ['104', '112'],
    ['104', '127'],
  ])
  expect([...container.querySelectorAll('.arrow text')].map(({ textContent }) => textContent)).toEqual([
    'close',
    'slam',
  ])
  expect(container.querySelector('marker')?.id).toBe('tip')
})

it('the active states are highlighted', () => {
  expect(looksOf(draw({ active: 'door shut' }), '.state')).toEqual(['state is-active', 'state', 'state is-active'])
})

it.each([
  ['nothing', '', undefined, ['note ', 'note '], 'arrow ', [null, null]],
  ['a note', 'open:knock', undefined, ['note ', 'note is-latest'], 'arrow ', [null, null]],
  ['the first of an arrow', 'open:close', undefined, ['note ', 'note '], 'arrow is-latest', ['is-latest', null]],
  [
    'the second of an arrow',
    'open:knock open:slam',
    undefined,
    ['note ', 'note is-latest'],
    'arrow is-latest',
    [null, 'is-latest'],
  ],
  [
    'what was taken',
    '',
    'open:knock open:slam',
    ['note ', 'note is-taken'],
    'arrow is-taken',
    ['is-untaken', 'is-taken'],
  ],
  ['what was not', '', '', ['note ', 'note is-untaken'], 'arrow is-untaken', ['is-untaken', 'is-untaken']],
  [
    'both',
    'open:slam',
    'open:close open:slam',
    ['note ', 'note is-untaken'],
    'arrow is-latest is-taken',
    ['is-taken', 'is-latest is-taken'],
  ],
])('%s is marked', (_what, latest, covered, notes, arrow, lines) => {
  const container = draw({ latest, covered })
  expect([looksOf(container, '.note'), looksOf(container, '.arrow'), looksOf(container, '.arrow text')]).toEqual([
    notes,
    [arrow],
    lines,
  ])
})

it('other content may replace the name of a state', () => {
  const container = draw({ keyOf: ({ id, key }) => `${id} as ${key.toUpperCase()}` })
  expect([...container.querySelectorAll('.key')].map(({ firstChild }) => firstChild?.textContent)).toEqual([
    'door as DOOR',
    'open as OPEN',
    'shut as SHUT',
  ])
})
