import * as words from '../composer.words'
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

/** Only a text that is quoted as a whole counts. */
export const quotation: Check = (text) => {
  const written = text.trim()
  const closing = pairs[written.charAt(0)]
  const last = written.replace(/[.!?。]$/, '').at(-1)
  if (closing === undefined || last === undefined || written.length < 3 || !closing.includes(last)) return undefined
  const inner = withoutApostrophes(written.slice(1, written.lastIndexOf(last)))
  const isOpenedAgain = [written.charAt(0), ...closing].some((mark) => inner.includes(mark))
  return isOpenedAgain ? undefined : words.isQuoted
}

/** An apostrophe between letters is no quotation mark. */
const withoutApostrophes = (text: string) => text.replace(/(\p{L})['’](?=\p{L})/gu, '$1')
