import * as words from '../composer.words'
import { linksIn } from '../postText'
import type { Check } from './check'

const domains = new Set('com net org io co ai app dev shop de me xyz'.split(' '))
const bracketed = /^[[({](?:\.|dot|punkt|punto|point|点)[\])}]$/iu

const disguised = [
  /^hxxps?:\/\//iu,
  /^www\.[\p{L}\p{N}]/iu,
  /^(?:t\.me|wa\.me|bit\.ly|discord\.gg|linktr\.ee)(?:\/|$)/iu,
  /^[a-z0-9-]+[。．][a-z]{2}/iu,
  /^[\p{L}\p{N}-]+[[({](?:\.|dot|punkt|punto|point|点)[\])}]\p{L}/iu,
]

export const links: Check = (text) => {
  const found = linksIn(text)
  const others = disguisedIn(text).filter((each) => !found.some((link) => link.includes(each) || each.includes(link)))
  if (found.length > 0) return words.hasLinks(found)
  return others.length > 0 ? words.hasDisguisedLinks([...new Set(others)]) : undefined
}

/** Checks word by word, because a regular expression over the whole text could backtrack. */
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
