export const sidebars = ['wide', 'narrow', 'drawer'] as const

/** What the build could not know of the page that it drew. */
export interface Known {
  sidebar: (typeof sidebars)[number]
  theme: string
  sandbox: boolean
  /** The name of the key that shortcuts begin with. */
  mod: string
}

export interface FirstFrame {
  element: Element
  /** A copy of the content of one of the page's templates; undefined where it has none of this id. */
  copy(id: string): DocumentFragment | undefined
  /** Puts the list in the place of "Loading...". The frame then stays until React has a list, too. */
  showList(list: DocumentFragment): void
}

/**
 * Shows the console's page as the build drew it (`draw.tsx`), in the place of `#root`, until React has drawn the same
 * there: then it goes, before the next paint. Nothing in it works, so it is inert.
 *
 * @returns undefined where the page has no frame, or React was faster.
 */
export const showFirstFrame = (page: Document, { sidebar, theme, sandbox, mod }: Known): FirstFrame | undefined => {
  const copy = (id: string): DocumentFragment | undefined => {
    const template = page.getElementById(id)
    if (!(template instanceof HTMLTemplateElement)) return undefined
    const content = page.importNode(template.content, true)
    if (!sandbox) for (const part of content.querySelectorAll('[data-sandbox]')) part.remove()
    return content
  }
  let loading = '[data-loading=screen]'
  const root = page.getElementById('root')
  const isDrawn = () => root?.textContent !== '' && !root?.querySelector(loading)
  const element = copy(`frame-${sidebar}`)?.firstElementChild
  if (!root || !element || isDrawn()) return undefined

  fill(element, { '{mod}': mod })
  for (const each of element.querySelectorAll<HTMLInputElement>('[type=radio]')) each.checked = each.value === theme
  root.before(element)
  const changes = new MutationObserver(() => {
    if (!isDrawn()) return
    changes.disconnect()
    element.remove()
  })
  changes.observe(root, { childList: true, subtree: true })

  return {
    element,
    copy,
    showList: (list) => {
      loading = '[data-loading]'
      element.querySelector(loading)?.replaceWith(list)
    },
  }
}

/** Writes the values, by the braces that stand for them, into the texts and attributes of all that stands within. */
export const fill = <T extends ParentNode>(within: T, values: Record<string, string>): T => {
  const written = (text: string) => text.replace(/\{\w*\}?/g, (place) => values[place] ?? place)
  for (const element of within.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (value.includes('{')) element.setAttribute(name, written(value))
    }
    for (const child of element.childNodes) if (child instanceof Text) child.data = written(child.data)
  }
  return within
}
