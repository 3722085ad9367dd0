import * as words from '../composer.words'
import type { Check } from './check'

const marks = [
  /\*\*[^*\s]/u,
  /(?<![\p{L}\p{N}_])__[^_\s]/u,
  /`[^`\n]+`|```/u,
  /\]\(\S/u,
  /^#{1,6}\s\S/mu,
  /^>\s\S/mu,
  /~~[^~\s]/u,
  /<\/?(?:b|i|em|strong|br|p|a|ul|li|code)[\s/>]/iu,
]
const item = /^(?:[-*+•]|\d{1,2}[.)])\s/u

export const markdown: Check = (text) =>
  marks.some((mark) => mark.test(text)) || isTableOrList(text) ? words.hasMarkup : undefined

const isTableOrList = (text: string): boolean => {
  const lines = text.split('\n').map((line) => line.trim())
  return (
    lines.filter((line) => item.test(line)).length > 1 ||
    lines.some((line) => line.length > 2 && line.startsWith('|') && line.endsWith('|'))
  )
}
