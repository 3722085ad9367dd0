/**
 * `find` returns undefined on pages that are not served from a secure origin; the text is then copied by selection.
 * Rejects if neither way works.
 */
export const createClipboard = (find: () => Pick<Clipboard, 'writeText'> | undefined) => ({
  write: async (text: string): Promise<void> => {
    const clipboard = find()
    if (clipboard) return clipboard.writeText(text)
    if (!copySelected(text)) throw new Error('This browser does not let the page use the clipboard')
  },
})

/** A selection does not move the focus, which a modal dialog would take back. */
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
