export interface Shown {
  /** Posts, replies, personas, names of groups, words of errors. */
  texts: boolean
  /** E-mail addresses, handles, links, ids on X. */
  names: boolean
}

/** Values under these names are words of the code or ids of this server. */
const plainNames =
  /^(\$\w+|type|status|state|mode|tone|kind|next|phase|call|method|direction|sort|columns?|value|key|src|scope|cause|action|model_name|task_state|theme|verdict|reply_settings|rule|thinking|by|outcome|treatment|purpose|grantPurpose|only|notice|factors?|steps?|transports?|userVerification|residentKey|on|unreadable)$/
const idName = /(^|_)ids?$|Id$/
const idText = /^[\w:.-]+$/
/** Ids of X, which may be as short as ours. */
const foreignIdName = /^(x_user_id|personId)$/
const nameNames =
  /user_?name|handle|email|_url$|^url$|address|author|link|tweet_id|screen_name|^at$|href|avatar|location/i
const plainText =
  /^(\d{1,9}|\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\[redacted\])$/i
/** Ids on X are numbers of at least ten digits. */
const foreignId = /^\d{10,}$/
const within = /https?:\/\/\S+|(?:(?<![\w.+-])[\w.+-]+)?@[\w.+-]+|\d{10,}/g
/** Parts of an address that code recognizes. */
const addressParts =
  /https?:\/\/|(?<![\w-])(?:(?:www|mobile)\.)?(?:x|twitter)\.com(?![\w-])|\/(?:i|web|status|statuses|admin\/[\w-]+)(?=[/?#]|$)|\.(?:com|org|net|io|dev|app|co|me|ai)(?![\w-])/gi
/** Filters of the console's own addresses, with values that are words of the code. Tokens are longer. */
const queryParts = /(?<=[?&])(?:(?:status|state|first|sort|page|size|account)=[\w-]{1,20}(?![\w-])|(?:search|group)=)/g
const words = /\p{L}[\p{L}\p{M}]*|\p{N}+/gu
const number = /^\p{N}+$/u

/**
 * Each word becomes another word of the same length and kind, the same word always the same one, so that equality,
 * links and X's length survive. `plain` are texts of the code and this server's ids, which stay the same in links too;
 * `random` returns 0 to 1. Each report draws new words, and nobody stores the mapping.
 */
export const createPlaceholders = (
  shown: Shown,
  plain: ReadonlySet<string>,
  random: () => number = Math.random,
): ((value: unknown) => unknown) => {
  const placeholders = new Map<string, string>()
  const taken = new Set<string>()
  const made = new WeakMap<object, unknown>()

  const wordFor = (word: string): string => {
    const plainWord = word.toLowerCase()
    let found = number.test(word) && plain.has(word) ? word : placeholders.get(plainWord)
    for (let tries = 0; found === undefined; tries += 1) {
      const drawn = spelled(plainWord, random) + spelled('a'.repeat(Math.floor(tries / 50)), random)
      if (drawn !== plainWord && !taken.has(drawn) && !plain.has(drawn)) found = drawn
    }
    taken.add(found)
    placeholders.set(plainWord, found)
    return inCaseOf(word, found)
  }
  const replaced = (text: string): string => {
    const kept = [...text.matchAll(text.startsWith('?') ? queryParts : addressParts)]
    let end = 0
    let result = ''
    for (const { index, 0: part } of kept) {
      result += text.slice(end, index).replace(words, wordFor) + part
      end = index + part.length
    }
    return result + text.slice(end).replace(words, wordFor)
  }
  const textFor = (text: string, name: string): string => {
    if (foreignIdName.test(name)) return shown.names ? text : replaced(text)
    if (plain.has(text) || plainText.test(text) || plainNames.test(name)) return text
    if (isOwnId(text, name)) return text
    if (nameNames.test(name)) return shown.names ? text : replaced(text)
    if (!shown.texts) return replaced(text)
    return shown.names ? text : text.replace(within, replaced)
  }
  const replacedIn = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return textFor(value, name)
    if (typeof value !== 'object' || value === null) return value
    const before = made.get(value)
    if (before !== undefined) return before
    const copy = Array.isArray(value)
      ? value.map((each) => replacedIn(each, name))
      : Object.fromEntries(
          Object.entries(value).map(([key, each]) => [
            isFieldName.test(key) ? key : textFor(key, ''),
            replacedIn(each, key),
          ]),
        )
    made.set(value, copy)
    return copy
  }
  return (value) => replacedIn(value, '')
}

/** Ids of this server under names of ids. They stay themselves under every other name too, so that they stay equal. */
export const ownIdsIn = (value: unknown): Set<string> => {
  const found = new Set<string>()
  const read = new WeakSet<object>()
  const look = (each: unknown, name: string): void => {
    if (typeof each === 'string' && isOwnId(each, name)) found.add(each)
    if (typeof each !== 'object' || each === null || read.has(each)) return
    read.add(each)
    for (const [key, inner] of Object.entries(each)) look(inner, Array.isArray(each) ? name : key)
  }
  look(value, '')
  return found
}

const isOwnId = (text: string, name: string): boolean =>
  idName.test(name) && !foreignIdName.test(name) && idText.test(text) && !foreignId.test(text)

const isFieldName = /^[A-Za-z_$][\w$]*$|^\d{1,9}$/

/** X counts characters before U+1100 as one and the rest as two, so each stays on its side. */
const alphabets: [RegExp, string][] = [
  [/[a-z]/, 'abcdefghijklmnopqrstuvwxyz'],
  [/[0-9]/, '0123456789'],
  [/[\u0080-\u10ff]/, 'àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþ'],
  [/./su, '一丁七万丈三上下不与丑专且世丘丙业东丝丢两严丧个中丰串临'],
]

const spelled = (word: string, random: () => number): string =>
  [...word]
    .map((letter, index) => {
      if (index === 0 && foreignId.test(word)) return letter
      const [, alphabet = ''] = alphabets.find(([kind]) => kind.test(letter)) ?? []
      const letters = [...alphabet]
      return letters[Math.floor(random() * letters.length)] ?? letter
    })
    .join('')

const inCaseOf = (word: string, placeholder: string): string => {
  const letters = [...word]
  return [...placeholder]
    .map((letter, index) => {
      const like = letters[index] ?? ''
      return like !== like.toLowerCase() ? letter.toUpperCase() : letter
    })
    .join('')
}
