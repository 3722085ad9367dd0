const unwanted = /(?!\n)[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu

/**
 * Unicode's default-ignorable characters: with them a text can give a model instructions that no person sees. The
 * exceptions belong to visible text: in emoji the variation selectors, the joiners and the letters of a flag, in
 * scripts that join letters the joiners, and Mongolian variations.
 */
const invisible =
  /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}|(?<=\p{Emoji})[\ufe0e\ufe0f]|(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})|(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Oriya}\p{Script=Khmer}])[\u200c\u200d](?=\p{L})|(?<=\p{Script=Mongolian})[\u180b-\u180d\u180f])|\p{Default_Ignorable_Code_Point}/gu

/** Makes a text of others safe to store, show and post. */
export const cleanText = (text: string): string =>
  text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(unwanted, '')
    .replace(invisible, '$1')
    .normalize('NFC')
    .trim()
