import type { Check } from './check'

const pairs: Record<string, string> = {
  '"': '"',
  "'": "'",
  '“': '”',
  '„': '“”',
  '«': '»',
  '»': '«',
  '‘': '’',
  '‚': '‘',
  '「': '」',
  '『': '』',
  '`': '`',
}

/** The whole text stands in quotation marks, as where a model quotes itself; quoting a word, or two, is not meant. */
export const quotation: Check = (text) => {
  const written = text.trim()
  const closing = pairs[written.charAt(0)]
  const last = written.replace(/[.!?。]$/, '').at(-1)
  if (closing === undefined || last === undefined || written.length < 3 || !closing.includes(last)) return undefined
  const inner = written.slice(1, written.lastIndexOf(last))
  const isOpenedAgain = inner.includes(written.charAt(0)) || [...closing].some((mark) => isClosing(inner, mark))
  return isOpenedAgain ? undefined : 'stands in quotation marks'
}

/** An apostrophe between letters closes nothing. */
const isClosing = (text: string, mark: string) =>
  new RegExp(mark === "'" || mark === '’' ? `${mark}(?!\\p{L})` : mark, 'u').test(text)
