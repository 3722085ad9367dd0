import type { Check } from '../../../src/schemas/composer/draftChecks/check'
import * as words from '../words'
import type { About } from './about'

/** Groups of languages with nearly the same short texts. */
const alike = [
  'id ms',
  'no nb nn da',
  'hr sr bs sl',
  'cs sk',
  'pt gl',
  'es gl ca',
  'hi mr ne',
  'zh ja',
  'ru uk be bg',
  'tl en',
]
/** The expected language passes with this share of the best score. */
const near = 0.85
const fewestLetters = 10

/** Languages by script; all others use Latin. */
const scripts: [RegExp, readonly string[]][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, ['ja']],
  [/\p{Script=Han}/gu, ['zh', 'ja']],
  [/\p{Script=Hangul}/gu, ['ko']],
  [/\p{Script=Cyrillic}/gu, ['ru', 'uk', 'be', 'bg', 'sr', 'mk', 'kk']],
  [/\p{Script=Arabic}/gu, ['ar', 'fa', 'ur']],
  [/\p{Script=Hebrew}/gu, ['he', 'yi']],
  [/\p{Script=Greek}/gu, ['el']],
  [/\p{Script=Devanagari}/gu, ['hi', 'mr', 'ne']],
  [/\p{Script=Thai}/gu, ['th']],
]

/** Finds a reply in an unexpected language. Texts that are too short to judge pass. */
export const language: Check<Pick<About, 'language' | 'detect'>> = (text, { language: wanted, detect }) => {
  if (wanted === undefined) return undefined
  const plain = text
    .replace(/https?:\/\/\S+|[@#$][\p{L}\p{N}_]+/gu, ' ')
    .replace(/["“„«「][^"“”„«»「」]*["”“»」]/gu, ' ')
  const letters = plain.match(/\p{L}/gu)?.length ?? 0
  const foreign = scripts.find(([script]) => (plain.match(script)?.length ?? 0) * 2 > letters)
  const ofScript = foreign?.[1] ?? latin
  if (letters >= 2 && !fits(ofScript, wanted)) return named(foreign ? ofScript[0] : undefined, wanted)
  if (foreign !== undefined || letters < fewestLetters) return kanaMissing(plain, wanted)
  const scores = detect(plain)
  const [found, most = 0] = Object.entries(scores).reduce<[string, number]>(
    (first, each) => (each[1] > first[1] ? each : first),
    ['', 0],
  )
  if (found === '' || found === wanted || areAlike(found, wanted)) return undefined
  return (scores[wanted] ?? 0) >= most * near ? undefined : named(found, wanted)
}

const latin: readonly string[] = []
const fits = (ofScript: readonly string[], wanted: string) =>
  ofScript === latin
    ? !scripts.some(([, languages]) => languages.includes(wanted)) || ['sr', 'kk'].includes(wanted)
    : ofScript.includes(wanted)

const areAlike = (one: string, other: string) =>
  alike.some((group) => group.split(' ').includes(one) && group.split(' ').includes(other))

/** Japanese has kana in nearly every sentence, Chinese has none. */
const kanaMissing = (text: string, wanted: string) => {
  const kana = text.match(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  if (wanted === 'zh' && kana >= 2) return named('ja', wanted)
  return wanted === 'ja' && kana === 0 && han >= 7 ? named('zh', wanted) : undefined
}

const names = new Intl.DisplayNames('en', { type: 'language' })
const nameOf = (code: string) => (/^[a-z]{2,3}$/.test(code) ? (names.of(code) ?? code) : code)
const named = (found: string | undefined, wanted: string) =>
  words.otherLanguage(found === undefined ? words.anotherLanguage : nameOf(found), nameOf(wanted))
