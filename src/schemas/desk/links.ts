import { linksIn } from '../postText'
import type { Check } from './check'

const domains = new Set('com net org io co ai app dev shop de me xyz'.split(' '))
const bracketed = /^[[({](?:\.|dot|punkt|punto|point|点)[\])}]$/iu

/** A word that is an address which X makes no link of, or a mail address. */
const disguised = [
  /^hxxps?:\/\//iu,
  /^www\.[\p{L}\p{N}]/iu,
  /^(?:t\.me|wa\.me|bit\.ly|discord\.gg|linktr\.ee)(?:\/|$)/iu,
  /^[a-z0-9-]+[。．][a-z]{2}/iu,
  /^[\p{L}\p{N}-]+[[({](?:\.|dot|punkt|punto|point|点)[\])}]\p{L}/iu,
]

/** Links, and what looks like one. */
export const links: Check = (text) => {
  const found = linksIn(text)
  const others = disguisedIn(text).filter((each) => !found.some((link) => link.includes(each) || each.includes(link)))
  if (found.length > 0) return `contains ${found.length === 1 ? 'a link' : 'links'}: ${found.join(', ')}`
  return others.length > 0 ? `contains what looks like a link: ${[...new Set(others)].join(', ')}` : undefined
}

/** Word by word: an expression that looks for them in the whole text would go back over it. */
const disguisedIn = (text: string): string[] => {
  const words = text.split(/\s+/)
  return words.flatMap((word, at) => {
    const next = words[at + 1] ?? ''
    const afterNext = words[at + 2] ?? ''
    const isSpelled = bracketed.test(next) || (/^(?:dot|punkt)$/iu.test(next) && domains.has(lettersOf(afterNext)))
    if (isSpelled) return [`${word} ${next} ${lettersOf(afterNext)}`]
    const bare = word.replace(/^[("'“„«]/u, '')
    return disguised.some((form) => form.test(bare)) || isMail(bare) ? [bare] : []
  })
}

const lettersOf = (word: string) => /^\p{L}*/u.exec(word)?.[0].toLowerCase() ?? ''

const isMail = (word: string): boolean => {
  const [name = '', host = ''] = word.split('@')
  return name !== '' && /^[\p{L}\p{N}-]+\.\p{L}\p{L}/u.test(host)
}
