/** Attributes that jsdom's own style sheet uses for display. */
const shownBy = ['hidden', 'open', 'popover', 'type']

const kindOf = (element: Element): string =>
  [element.localName, ...shownBy.map((name) => `${name}=${element.getAttribute(name)}`)].join(' ')

const ownStyle = (element: Element): string => element.getAttribute('style') ?? ''

const isMadeInvisible = (element: Element | null): boolean =>
  element !== null && (ownStyle(element).includes('visibility') || isMadeInvisible(element.parentElement))

/**
 * Searching for a role asks for display and visibility of every element, and jsdom applies its whole style sheet each
 * time: a seventh of the views' tests. Their pages have no style sheets, so elements of the same kind without own
 * styles share one answer.
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
