/** Attributes that jsdom's own sheet displays an element by. */
const shownBy = ['hidden', 'open', 'popover', 'type']

const kindOf = (element: Element): string =>
  [element.localName, ...shownBy.map((name) => `${name}=${element.getAttribute(name)}`)].join(' ')

const ownStyle = (element: Element): string => element.getAttribute('style') ?? ''

/** It is inherited. */
const isMadeInvisible = (element: Element | null): boolean =>
  element !== null && (ownStyle(element).includes('visibility') || isMadeInvisible(element.parentElement))

/**
 * Whoever looks for a role asks for the display and the visibility of every element that is passed over, and jsdom applies its
 * whole sheet to each anew: a seventh of the views' tests. Their pages have no sheets. So of all elements of a kind that
 * have no style of their own one is asked how it is displayed.
 */
export const rememberDisplay = (page: Window & typeof globalThis): void => {
  const compute = page.getComputedStyle.bind(page)
  const unstyled = page.document.createElement('i').style
  const displays = new Map<string, string>()

  const displayOf = (element: Element): string => {
    const kind = kindOf(element)
    const known = displays.get(kind)
    if (known !== undefined) return known
    const { display } = compute(element)
    displays.set(kind, display)
    return display
  }

  const read = (element: Element, name: string | symbol): unknown => {
    if (name === 'display') return displayOf(element)
    if (name === 'visibility' && !isMadeInvisible(element)) return 'visible'
    if (name === 'getPropertyValue') return (property: string) => read(element, property)
    return Reflect.get(compute(element), name)
  }

  page.getComputedStyle = (element, pseudoElement) =>
    pseudoElement || ownStyle(element) !== '' || page.document.styleSheets.length > 0
      ? compute(element, pseudoElement)
      : new Proxy(unstyled, { get: (_, name) => read(element, name) })
}
