import { linksIn } from '../postText'
import type { Check } from './check'

/** Addresses that are written so that X makes no link of them, and mail addresses. */
const disguised = [
  /\bhxxps?:\/\/\S+/giu,
  /\bwww\.[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*/giu,
  /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+\.\p{L}{2,}/giu,
  /[\p{L}\p{N}-]{2,}\s?[[({]\s?(?:\.|dot|punkt|punto|point|点)\s?[\])}]\s?\p{L}{2,}/giu,
  /[\p{L}\p{N}-]{2,} (?:dot|punkt) (?:com|net|org|io|co|ai|app|dev|shop|de|me|xyz)\b/giu,
  /\b(?:t\.me|wa\.me|bit\.ly|discord\.gg|linktr\.ee)\b\S*/giu,
  /[\p{L}\p{N}-]{2,}[。．][a-z]{2,}\b/giu,
]

/** Links, and what looks like one. */
export const links: Check = (text) => {
  const found = linksIn(text)
  const others = disguised
    .flatMap((pattern) => text.match(pattern) ?? [])
    .filter((each) => !found.some((link) => link.includes(each) || each.includes(link)))
  if (found.length > 0) return `contains ${found.length === 1 ? 'a link' : 'links'}: ${found.join(', ')}`
  return others.length > 0 ? `contains what looks like a link: ${[...new Set(others)].join(', ')}` : undefined
}
