import { render } from '@testing-library/react'
import * as fc from 'fast-check'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'

/** A browser's translator does the same. */
const translate = (root: HTMLElement) => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node instanceof Text) texts.push(node)
  for (const text of texts) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.append(text.data)
    outer.append(inner)
    text.replaceWith(outer)
  }
}

type Piece = [shown: string, node: ReactNode]
const word = fc.constantFrom('', ' ', 'one', 'two ', ' three')
const bold = (text: string) => <b>{text}</b>
const wrapped = (text: string) => <>{text}</>
const piece: fc.Arbitrary<Piece> = fc.oneof(
  word.map((text): Piece => [text, text]),
  fc.nat(9).map((count): Piece => [String(count), count]),
  fc.constantFrom<Piece>(['', null], ['', false], ['', undefined]),
  word.map((text): Piece => [text, bold(text)]),
  word.map((text): Piece => [text, wrapped(text)]),
  fc.array(word, { maxLength: 3 }).map((texts): Piece => [texts.join(''), texts]),
)

const Shown = ({ children }: { children: ReactNode }) => <i>{children}</i>

const drawings: [string, (a: ReactNode, b: ReactNode, c: ReactNode) => ReactNode][] = [
  [
    'the children of an element',
    (a, b, c) => (
      <p>
        {a}
        {b}
        <u>!</u>
        {c}
      </p>
    ),
  ],
  [
    'a fragment among others',
    (a, b, c) => (
      <p>
        {a}
        {b}

        {c}
      </p>
    ),
  ],
  [
    'the children of a component',
    (a, b, c) => (
      <Shown>
        {a}
        {b}
        {c}
      </Shown>
    ),
  ],
  ['the only child of an element', (a) => <p>{a}</p>],
]

describe("React's drawing after a translator", () => {
  it.each(drawings)('has its own words in %s', (_place, draw) => {
    fc.assert(
      fc.property(fc.array(fc.tuple(piece, piece, piece), { minLength: 2, maxLength: 4 }), (turns) => {
        const { container, rerender, unmount } = render(<div />)
        for (const turn of turns) {
          const [[, a], [, b], [, c]] = turn
          rerender(<div>{draw(a, b, c)}</div>)
          const fresh = render(<div>{draw(a, b, c)}</div>)
          expect(container.textContent).toBe(fresh.container.textContent)
          fresh.unmount()
          translate(container)
        }
        unmount()
      }),
      { numRuns: 40 },
    )
  })

  it('has as many words as it was given', () => {
    fc.assert(
      fc.property(fc.tuple(piece, piece, piece), ([a, b, c]) => {
        const { container, unmount } = render(
          <p>
            {a[1]}
            {b[1]}
            {c[1]}
          </p>,
        )
        expect(container.textContent).toBe(a[0] + b[0] + c[0])
        unmount()
      }),
    )
  })

  it('has no element in places that the browser reads only as text', () => {
    const { container } = render(
      <select>
        <option>
          {2} of {3}
        </option>
      </select>,
    )
    expect(container.querySelector('option')?.innerHTML).toBe('2 of 3')
  })

  it("leaves names, codes, keys and other people's texts untranslated", () => {
    const { container } = render(
      <p>
        <bdi>maker</bdi> <code>abc</code> <kbd>K</kbd> <q dir="auto">Words</q> <b>Sent</b>
      </p>,
    )
    const marked = [...container.querySelectorAll('[translate=no]')].map(({ textContent }) => textContent)
    expect(marked).toEqual(['maker', 'abc', 'K', 'Words'])
  })
})
