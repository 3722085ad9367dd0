import * as words from '../composer.words'
import type { Check } from './check'

const numbered = [
  /^\s*(?:\d{1,3}[.):]|[-*•–])\s/u,
  /^\s*\d{1,3}[、．]/u,
  /^\s*[([]?\d{1,3}[)\]:/]\s?(?=\p{L})/u,
  /^\s*(?:#|[Nn]o\.|[Nn]r\.)\s?\d{1,3}[.:)]?\s(?=\p{Lu})/u,
  /^\s*[①-⑳❶-❿➀-➓]|^\s*\d\ufe0f?\u20e3/u,
  /^\s*(?:reply|answer|option|comment|version|draft|antwort|entwurf|respuesta|opción|réponse|risposta|resposta|odpowiedź|svar|回复|返信|답글)\s?#?\d{0,3}\s?[:：.)-]\s?/iu,
  /^\s*[a-h]\)\s/iu,
]

export const numbering: Check = (text) =>
  numbered.some((pattern) => pattern.test(text)) ? words.beginsLikeListItem : undefined
