const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** The words of a text in lower case, also where the script puts no blanks between them; links are left out. */
export const wordsOf = (text: string): string[] =>
  [
    ...segmenter.segment(
      text
        .normalize('NFKC')
        .toLowerCase()
        .replace(/https?:\/\/\S+/g, ' '),
    ),
  ].flatMap(({ isWordLike, segment }) => (isWordLike ? [segment.replaceAll('’', "'")] : []))

/** Every `length` words in a row, as text. */
export const runsOf = (words: readonly string[], length: number): string[] =>
  words.slice(0, Math.max(0, words.length - length + 1)).map((_, at) => words.slice(at, at + length).join(' '))
