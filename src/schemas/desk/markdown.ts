import type { Check } from './check'

const marks = [
  /\*\*[^*\n]+\*\*/u,
  /(?<![\p{L}\p{N}_])__[^_\n]+__(?![\p{L}\p{N}_])/u,
  /`[^`\n]+`|```/u,
  /\[[^\]\n]+\]\([^)\n]+\)/u,
  /^#{1,6}\s+\S/mu,
  /^>\s+\S/mu,
  /^\s*(?:[-*+•]|\d{1,2}[.)])\s+\S.*\n\s*(?:[-*+•]|\d{1,2}[.)])\s+\S/mu,
  /~~[^~\n]+~~/u,
  /^\s*\|.+\|\s*$/mu,
  /<\/?(?:b|i|em|strong|br|p|a|ul|li|code)\b[^>]*>/iu,
]

/** X shows Markdown and HTML as they are written. */
export const markdown: Check = (text) =>
  marks.some((mark) => mark.test(text)) ? 'is marked up, which X shows as it is written' : undefined
