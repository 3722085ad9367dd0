export const sidebars = ['wide', 'narrow', 'drawer'] as const

export interface Known {
  sidebar: (typeof sidebars)[number]
  theme: string
  sandbox: boolean
  mod: string
}

/**
 * Shows the page that the build drew (`draw.tsx`) in place of `#root` until React has drawn the same page. It is inert.
 * @returns undefined if the page has no frame or React was faster.
 */
export const showFirstFrame = (page: Document, { sidebar, theme, sandbox, mod }: Known): Element | undefined => {
  const root = page.getElementById('root')
  const template = page.getElementById(`frame-${sidebar}`)
  const isDrawn = () => root?.textContent !== '' && !root?.querySelector('[data-loading=screen]')
  if (!root || !(template instanceof HTMLTemplateElement) || isDrawn()) return undefined
  const element = page.importNode(template.content, true).firstElementChild
  if (!element) return undefined
  if (!sandbox) for (const part of element.querySelectorAll('[data-sandbox]')) part.remove()

  fill(element, { '{mod}': mod })
  for (const each of element.querySelectorAll<HTMLInputElement>('[type=radio]')) each.checked = each.value === theme
  root.before(element)
  const changes = new MutationObserver(() => {
    if (!isDrawn()) return
    changes.disconnect()
    element.remove()
  })
  changes.observe(root, { childList: true, subtree: true })

  return element
}

const fill = (within: Element, values: Record<string, string>): void => {
  const written = (text: string) => text.replace(/\{\w*\}?/g, (place) => values[place] ?? place)
  for (const element of within.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (value.includes('{')) element.setAttribute(name, written(value))
    }
    for (const child of element.childNodes) if (child instanceof Text) child.data = written(child.data)
  }
}
