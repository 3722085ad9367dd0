import { sideColumnFrom } from '../views/shell/widths'

export const sidebars = ['wide', 'narrow', 'drawer'] as const

export interface Known {
  sidebar: (typeof sidebars)[number]
  theme: string
  sandbox: boolean
  mod: string
  /** Home had the list *To answer* at the last visit. */
  hasList: boolean
}

export interface FirstFrame {
  element: Element
  copy(id: string): DocumentFragment | undefined
  /** The frame stays until React has a list too. */
  showList(list: DocumentFragment): void
}

/**
 * Shows the page that the build drew (`draw.tsx`) in place of `#root` until React has drawn the same page. It is inert.
 * @returns undefined if the page has no frame or React was faster.
 */
export const showFirstFrame = (
  page: Document,
  { sidebar, theme, sandbox, mod, hasList }: Known,
): FirstFrame | undefined => {
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
  const side = element.querySelector('[data-side]')
  if (hasList && (side?.parentElement?.clientWidth ?? 0) >= sideColumnFrom) side?.append(page.createElement('div'))
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
