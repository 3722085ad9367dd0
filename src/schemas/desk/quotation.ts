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
  const inner = withoutApostrophes(written.slice(1, written.lastIndexOf(last)))
  const isOpenedAgain = [written.charAt(0), ...closing].some((mark) => inner.includes(mark))
  return isOpenedAgain ? undefined : 'stands in quotation marks'
}

/** Between letters the mark of a single quotation opens and closes nothing. */
const withoutApostrophes = (text: string) => text.replace(/(\p{L})['’](?=\p{L})/gu, '$1')
