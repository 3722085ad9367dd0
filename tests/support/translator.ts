/**
 * Runs in the page, before its scripts: does to every text what the browsers' translators do, now and whenever one comes or
 * changes. The words stay, so that a test finds them; a word that stays although React has changed it is an error.
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
