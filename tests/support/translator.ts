/**
 * Runs in the page, before its scripts: wraps every new or changed text like browsers' translators do. The words stay,
 * so that a test finds them; an outdated word that stays is an error.
 */
export const translate = (): void => {
  const done = new WeakSet<Node>()
  const replace = (text: Text) => {
    const { parentElement } = text
    if (
      done.has(text) ||
      !parentElement ||
      parentElement.closest('script, style, svg, select, textarea, title, noscript')
    )
      return
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    const words = document.createTextNode(text.data)
    done.add(words)
    inner.append(words)
    outer.append(inner)
    text.replaceWith(outer)
  }
  const replaceIn = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
      if (node instanceof Text) texts.push(node)
    }
    texts.forEach(replace)
  }
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') replaceIn(target)
      else addedNodes.forEach(replaceIn)
    }
  }).observe(document, { childList: true, characterData: true, subtree: true })
}
