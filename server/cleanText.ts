/** Line feeds stay; other control characters, lone surrogates, bidi controls, BOM and non-characters go. */
const unwanted = /(?!\n)[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu

/**
 * Characters that show nothing (Unicode's default-ignorable ones), by which a text can say to a model what no person
 * reads. Those stay that belong to what is seen: in emoji their variation, their joiners and the letters of a flag,
 * between letters of scripts that join them the joiners, and Mongolian variations.
 */
const invisible =
  /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}|(?<=\p{Emoji})[\ufe0e\ufe0f]|(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})|(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Oriya}\p{Script=Khmer}])[\u200c\u200d](?=\p{L})|(?<=\p{Script=Mongolian})[\u180b-\u180d\u180f])|\p{Default_Ignorable_Code_Point}/gu

/** Somebody else's text as it may be stored, shown and posted. */
export const cleanText = (text: string): string =>
  text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(unwanted, '')
    .replace(invisible, '$1')
    .normalize('NFC')
    .trim()
