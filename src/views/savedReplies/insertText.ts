import type { TextInserted } from '../../machines/savedReplies/savedReplies'

/** Inserts text as if it was typed, so that the browser's Undo works. A blank follows an opening. */
export const insertText = (field: HTMLTextAreaElement, { text, at }: Omit<TextInserted, 'type'>): void => {
  field.focus()
  if (at === 'start') field.setSelectionRange(0, 0)
  if (at === 'all') field.select()
  const words = at === 'start' && field.value !== '' ? `${text} ` : text
  const { selectionStart, selectionEnd } = field
  /** The only call that the browser can undo. If it is not supported, the text is set without Undo. */
  if (document.execCommand('insertText', false, words)) return
  field.setRangeText(words, selectionStart, selectionEnd, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
