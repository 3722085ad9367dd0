/**
 * Requests for no replies in the most common languages on X. The list is short on purpose: a person who is listed by
 * mistake gets no reply until the operator removes them from the list.
 */
const phrases = [
  // English
  'stop replying',
  'stop answering',
  'stop tagging me',
  'stop mentioning me',
  'stop messaging me',
  'stop contacting me',
  'stop spamming',
  'leave me alone',
  'do not reply to me',
  "don't reply to me",
  'do not contact me',
  "don't contact me",
  'unsubscribe',
  'opt out',
  // German
  'lass mich in ruhe',
  'lasst mich in ruhe',
  'hör auf zu antworten',
  'hört auf zu antworten',
  'antworte mir nicht',
  'nicht mehr antworten',
  // French
  'laissez-moi tranquille',
  'laisse-moi tranquille',
  'arrête de me répondre',
  'arrêtez de me répondre',
  'ne me répondez plus',
  'ne me réponds plus',
  // Spanish
  'déjame en paz',
  'déjenme en paz',
  'deja de responderme',
  'dejen de responderme',
  'no me respondas',
  'no me contactes',
  // Portuguese
  'me deixe em paz',
  'me deixa em paz',
  'deixa-me em paz',
  'pare de me responder',
  'não me responda',
  // Italian
  'lasciami in pace',
  'lasciatemi in pace',
  'smettila di rispondermi',
  'non rispondermi più',
  // Dutch
  'laat me met rust',
  'stop met reageren',
  // Polish
  'zostaw mnie w spokoju',
  'przestań mi odpowiadać',
  // Turkish
  'beni rahat bırak',
  'bana cevap verme',
  // Russian
  'оставьте меня в покое',
  'оставь меня в покое',
  'не отвечай мне',
  'не отвечайте мне',
  // Indonesian
  'jangan balas saya',
  'berhenti membalas',
  // Arabic
  'توقف عن الرد',
  'لا ترد علي',
  // Hindi
  'मुझे जवाब मत दो',
  // Japanese
  '返信しないで',
  'リプしないで',
  'リプライしないで',
  // Korean
  '답장하지 마',
  '댓글 달지 마',
  // Chinese
  '不要回复我',
  '别回复我',
  '不要再回复',
]

/** These words count only if the post contains nothing else. */
const words = [
  'stop',
  'stopp',
  'arrête',
  'arrêtez',
  'basta',
  'para',
  'pare',
  'dur',
  'стоп',
  'хватит',
  'やめて',
  '그만',
  '停止',
]

/** Ignores case, forms of accents, punctuation and double spaces. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[’‘`´]/g, "'")
    .replaceAll(/@\w+|https?:\/\/\S+/g, ' ')
    .replaceAll(/[^\p{L}\p{M}\p{N}'-]+/gu, ' ')
    .trim()

const spaced = (text: string): string => ` ${text} `

/** Scripts without spaces between words: a phrase may occur anywhere. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u

/** Whether a post's author asks for no replies. Mentions and links in the post do not count. */
export const asksToStop = (text: string): boolean => {
  const said = plain(text)
  if (words.includes(said) || said === 'please stop' || said === 'stop please') return true
  return phrases.some((phrase) =>
    unspaced.test(phrase) ? said.includes(phrase) : spaced(said).includes(spaced(phrase)),
  )
}
