const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Splits a text into words in lower case, even in scripts without spaces. Links are ignored. */
export const wordsOf = (text: string): string[] =>
  [
    ...segmenter.segment(
      text
        .normalize('NFKC')
        .toLowerCase()
        .replace(/https?:\/\/\S+/g, ' '),
    ),
  ].flatMap(({ isWordLike, segment }) => (isWordLike ? [segment.replaceAll('’', "'")] : []))

export const runsOf = (words: readonly string[], length: number): string[] =>
  words.slice(0, Math.max(0, words.length - length + 1)).map((_, at) => words.slice(at, at + length).join(' '))
