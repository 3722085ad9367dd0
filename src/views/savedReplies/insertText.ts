import type { TextInserted } from '../../machines/savedReplies/savedReplies'

/**
 * Puts words into a field and the caret behind them, as if they were typed: the browser's own undo takes them out again.
 * An opening is set off from what follows by a blank.
 */
export const insertText = (field: HTMLTextAreaElement, { text, at }: Omit<TextInserted, 'type'>): void => {
  field.focus()
  if (at === 'start') field.setSelectionRange(0, 0)
  if (at === 'all') field.select()
  const words = at === 'start' && field.value !== '' ? `${text} ` : text
  const { selectionStart, selectionEnd } = field
  /** The one call that the browser can undo. Where it does nothing, the words are there, and Undo does not know them. */
  if (document.execCommand('insertText', false, words)) return
  field.setRangeText(words, selectionStart, selectionEnd, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
