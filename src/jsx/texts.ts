import { type ElementType, Fragment, type Key, type ReactElement, type ReactNode } from 'react'
import { jsx } from 'react/jsx-runtime'

/** The browser reads their content only as text. */
const textOnly = new Set<ElementType>(['option', 'title', 'textarea', 'style', 'script', 'text', 'tspan', 'desc'])

/**
 * The browser's translator replaces text nodes, and React then fails to move or remove them, unless a text is the
 * element's only content. So each text beside something else gets its own element. @returns the same properties if
 * nothing changes.
 */
export const forTranslators = <T extends object>(type: ElementType, props: T): T => {
  const before = 'children' in props ? props.children : undefined
  const children = textsApart(type, before)
  const apart = children === before ? props : { ...props, children }
  return isVerbatim(type, props) ? { translate: 'no', ...apart } : apart
}

/** Names, codes, keys and other people's texts must not be translated. */
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

/** A flex container drops white space; an element around it would become an item with a gap. */
const own = (text: string, key?: Key): ReactElement =>
  jsx('span', { className: text.trim() === '' ? 'contents' : undefined, children: text }, key)

/** Adjacent texts become one, in the first one's place, because React identifies children by place. */
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
