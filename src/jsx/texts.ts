import { type ElementType, Fragment, type Key, type ReactElement, type ReactNode } from 'react'
import { jsx } from 'react/jsx-runtime'

/** The browser reads their content as text alone. */
const textOnly = new Set<ElementType>(['option', 'title', 'textarea', 'style', 'script', 'text', 'tspan', 'desc'])

/**
 * The browser's translator replaces text nodes. React fails where it moves, removes or changes one of them, unless the
 * text is all that its element contains. So each text beside something else gets an element of its own.
 *
 * @returns the same properties where nothing has to change.
 */
export const forTranslators = <T extends object>(type: ElementType, props: T): T => {
  const before = 'children' in props ? props.children : undefined
  const children = textsApart(type, before)
  const apart = children === before ? props : { ...props, children }
  return isVerbatim(type, props) ? { translate: 'no', ...apart } : apart
}

/** Names, codes, keys, and what others wrote, in whatever language: what is shown is what is sent. */
const isVerbatim = (type: ElementType, props: object): boolean =>
  typeof type === 'string' && (['bdi', 'code', 'kbd'].includes(type) || ('dir' in props && props.dir === 'auto'))

const textsApart = (type: ElementType, children: unknown): unknown => {
  if (isText(children)) return type === Fragment && children !== '' ? own(String(children)) : children
  if (!Array.isArray(children)) return children
  if (children.some(isText) && children.every((each) => isText(each) || isNothing(each)))
    return textsApart(type, children.filter(isText).join(''))
  return textOnly.has(type) ? children : joined(children)
}

const isText = (node: unknown): node is string | number | bigint => ['string', 'number', 'bigint'].includes(typeof node)
const isNothing = (node: unknown) => node === null || node === undefined || typeof node === 'boolean'

/** A flex container leaves out white space; an element around it would be an item, and have a gap. */
const own = (text: string, key?: Key): ReactElement =>
  jsx('span', { className: text.trim() === '' ? 'contents' : undefined, children: text }, key)

/** Texts that touch become one, in the place of the first: React knows all others by their places. */
const joined = (nodes: readonly ReactNode[]): ReactNode[] => {
  let first: number | undefined
  let text = ''
  const placed: ReactNode[] = []
  const end = () => {
    if (first !== undefined && text !== '') placed[first] = own(text)
    first = undefined
    text = ''
  }
  for (const [index, node] of nodes.entries()) {
    if (isText(node)) {
      first ??= index
      text += node
      placed.push(null)
      continue
    }
    if (!isNothing(node)) end()
    placed.push(
      Array.isArray(node) ? node.map((each, at) => (isText(each) ? own(String(each), `text ${at}`) : each)) : node,
    )
  }
  end()
  return placed
}
