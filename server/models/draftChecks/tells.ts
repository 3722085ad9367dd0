import type { Check } from '../../../src/schemas/composer/draftChecks/check'
import * as modelsWords from '../words'

/**
 * Phrases that readers recognise as written by a machine. Sources: Wikipedia, "Signs of AI writing" (its lists of
 * vocabulary, negative parallelisms and words to the user); Kobak and others, "Delving into LLM-assisted writing in
 * biomedical publications through excess vocabulary" (2025), for single words. We collected the flattery and the words
 * to the user in other languages.
 */
const tells: readonly RegExp[] = [
  // Words to the user instead of the author of the post.
  /\bas an? (?:ai|language model|assistant)\b/iu,
  /\bi(?: a|'|’)m (?:sorry|unable), (?:but )?i (?:can(?:no|'|’)t|am)\b|\bi can(?:no|'|’)t (?:assist|help) with\b/iu,
  /^(?:sure|certainly|of course|absolutely)[!,]\s/iu,
  /\bi hope this (?:helps|reply|message)|\blet me know if you(?:'d|’d| would) like\b|\bhappy to help\b/iu,
  /\bals (?:ki|künstliche intelligenz|sprachmodell)\b|^(?:gerne|natürlich)!\s|\bhier ist (?:eine|meine|deine) antwort\b/iu,
  /\bcomo (?:ia|modelo de lenguaje|modelo de linguagem|inteligencia artificial)\b|^(?:¡claro!|claro!|por supuesto)\s|\baquí (?:tienes|está) (?:una|la) respuesta\b/iu,
  /\ben tant qu(?:'|’)ia\b|\ben tant que modèle\b|^bien sûr\s?[!,]|\bvoici (?:une|ma|la) réponse\b/iu,
  /\bin qualità di ia\b|\becco (?:una|la) risposta\b|\bjako (?:ai|model językowy)\b|\bsom (?:en )?ai\b/iu,
  /AIとして|作为(?:一个)?(?:AI|人工智能|语言模型)|以下は返信|以下是回复|AI로서|как (?:ии|языковая модель)/iu,
  // Flattery at the beginning.
  /^(?:what (?:a|an) |such (?:a|an) |this is (?:such )?(?:a|an) |so )?(?:(?:truly|really|absolutely|incredibly) )?(?:great|amazing|awesome|inspiring|incredible|fantastic|insightful|powerful|wonderful|valuable|beautiful) (?:post|share|reminder|insight|insights|perspective|point|read|question|initiative|journey|milestone|thread)\b/iu,
  /\b(?:thanks|thank you) (?:so much )?for sharing\b|\bcouldn(?:'|’)t agree more\b|\bwell said!|\blove this!|\bthis (?:really |truly |deeply )?resonates\b|\bkeep up the (?:great|good|amazing) work\b|\bhits home\b/iu,
  /\b(?:toller|großartiger|super|wunderbarer) (?:beitrag|post|punkt)\b|\b(?:danke|vielen dank) fürs? teilen\b|\bspricht mir aus der seele\b/iu,
  /(?:gran|excelente|increíble|maravillosa) (?:publicación|post|reflexión|aporte)|\bgracias por compartir\b|\btotalmente de acuerdo!/iu,
  /\b(?:super|excellent|magnifique|très beau) (?:post|partage|article)\b|\bmerci (?:beaucoup )?pour (?:ce|le|ton|votre) partage\b|\bmerci d(?:'|’)avoir partagé\b/iu,
  /(?<!\p{L})(?:ótimo|excelente|incrível) (?:post|conteúdo)\b|\bobrigad[oa] por compartilhar\b|\b(?:ottimo|bellissimo) post\b|\bgrazie (?:mille )?per (?:la condivisione|aver condiviso)\b/iu,
  /\bświetny (?:post|wpis)\b|\bdzięki za podzielenie się\b|\bgeweldige post\b|\bbedankt voor het delen\b|\bharika (?:bir )?paylaşım\b|\bpaylaştığın(?:ız)? için teşekkürler\b|\bотличный пост\b|\bспасибо,? что поделил/iu,
  /素晴らしい(?:投稿|シェア)|共有(?:して(?:くれて|いただき)|ありがとう)|很棒的分享|感谢(?:您的)?分享|좋은 글 감사|공유해 ?주셔서/u,
  // Figures of speech.
  /\ben el mundo (?:actual|de hoy)\b|\bdans le monde (?:actuel|d(?:'|’)aujourd(?:'|’)hui)\b|\bno mundo (?:atual|de hoje)\b|\bnel mondo di oggi\b/iu,
  /\b(?:stands as|serves as|is|what) (?:a |an )?(?:powerful |true |beautiful |perfect )?(?:testament|reminder) (?:to|that|of)\b|\bspeaks volumes\b|\bgame[- ]?changer\b|\bat the end of the day\b/iu,
  // Vocabulary.
  /\b(?:delv(?:e|es|ed|ing)|tapestr(?:y|ies)|showcas(?:e|es|ing)|underscor(?:e|es|ing)|multifaceted|meticulous(?:ly)?|pivotal|seamless(?:ly)?|synerg(?:y|ies)|ever-evolving|transformative|groundbreaking|cutting-edge|paradigm shift)\b/iu,
  /\b(?:navigat(?:e|ing) the (?:complexit(?:y|ies)|challenges?|landscapes?)|unlock(?:ing)? (?:the |your |new )?(?:full |true )?(?:potential|power|possibilities)|elevat(?:e|ing) (?:your|the|our)|foster(?:ing|s)? (?:a |an )?(?:sense|cultures?|communit(?:y|ies))|harness(?:ing)? the power|embark(?:ing)? on)\b/iu,
  /🚀|✨.*✨|💯\s*$|🙌\s*$/u,
]

/** The beginning of a figure of speech, and its end in the same sentence: "not just this, but that". */
const twoParts: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:not|isn['’]t|wasn['’]t) (?:just|only|merely|simply)\b/iu, /[,;—–-] ?(?:it|this|that|but)\b/iu],
  [/\bnicht nur\b/iu, /, sondern\b/iu],
  [/\bno (?:es )?(?:solo|sólo|solamente)\s/iu, /, sino\b/iu],
  [/\bpas (?:seulement|juste)\b/iu, /, (?:mais|c['’]est)\b/iu],
  [
    /\b(?:here['’]s|here is|here are) (?:an?|my|your|the|some|\d{1,3}|one|two|three)\b/iu,
    /^.{0,20} (?:repl(?:y|ies)|responses?|answers?|options?|tweets?)\b/i,
  ],
  [/\bin (?:today['’]s|an? (?:ever-changing|fast-paced))\b/i, /^.{0,20} (?:world|landscape|era|age)\b/i],
  [/\bin der heutigen\b/iu, /^(?: \p{L}+)? (?:welt|zeit)\b/iu],
]

const figureIn = (text: string): string | undefined =>
  text.split(/[.!?]/).flatMap((sentence) =>
    twoParts.flatMap(([beginning, end]) => {
      const begun = beginning.exec(sentence)
      const rest = begun ? end.exec(sentence.slice(begun.index + begun[0].length)) : null
      return begun && rest ? [`${begun[0].trim()} … ${rest[0].trim()}`] : []
    }),
  )[0]

export const tellsOfMachine: Check = (text) => {
  for (const tell of tells) {
    const [words] = tell.exec(text) ?? []
    if (words !== undefined) return modelsWords.machineWords(words.trim())
  }
  const figure = figureIn(text)
  return figure === undefined ? undefined : modelsWords.machineWords(figure)
}
