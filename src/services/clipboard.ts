/**
 * `find` is asked at each copy. It answers undefined where the page is not served from a secure origin: the text is then
 * selected, and the browser's older way takes it from there. Rejects where neither works.
 */
export const createClipboard = (find: () => Pick<Clipboard, 'writeText'> | undefined) => ({
  write: async (text: string): Promise<void> => {
    const clipboard = find()
    if (clipboard) return clipboard.writeText(text)
    if (!copySelected(text)) throw new Error('This browser gives the page no clipboard')
  },
})

/** A selection leaves the focus where it is, which a window that covers the page would take back. */
const copySelected = (text: string): boolean => {
  const page = document
  const selection = page.getSelection()
  if (!selection || !('execCommand' in page)) return false
  const before = Array.from({ length: selection.rangeCount }, (_, index) => selection.getRangeAt(index))
  const place = page.createElement('span')
  Object.assign(place.style, { position: 'fixed', top: '0', opacity: '0', whiteSpace: 'pre', userSelect: 'text' })
  place.textContent = text
  page.body.append(place)
  const giveText = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  page.addEventListener('copy', giveText, { capture: true })
  try {
    selection.selectAllChildren(place)
    return page.execCommand('copy')
  } finally {
    page.removeEventListener('copy', giveText, { capture: true })
    place.remove()
    selection.removeAllRanges()
    for (const range of before) selection.addRange(range)
  }
}
