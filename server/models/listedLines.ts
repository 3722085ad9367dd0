const numbered =
  /^(?:\*\*)?(?:(?:reply|response|comment|draft|option|tweet) ?)?\(?#?\d{1,3}(?:\*\*)?[.):\]](?:\*\*)? {0,4}/i
const bullet = /^[-*•–] {1,4}/

/**
 * Replies that a model wrote as lines: numbered, with bullets, one a line, or one alone; also numbered in one line.
 *
 * @param cut the answer ended before its end: its last line is left out.
 * @returns undefined where it is not clear what of the text is a reply.
 */
export const listedLines = (text: string, count: number, cut: boolean): string[] | undefined => {
  const lines = withoutFence(text)
    .split('\n')
    .map((line) => line.trim())
  const listed = itemsOf(lines, numbered) ?? itemsOf(lines, bullet) ?? inOneLine(lines.join(' '))
  const found = listed ?? unmarked(lines, count)
  const whole = cut ? found?.slice(0, -1) : found
  return whole === undefined || whole.length === 0 ? undefined : whole.map(bare).filter((reply) => reply !== '')
}

/** Each line that begins with the mark begins a reply, which goes on until the next one or an empty line. */
const itemsOf = (lines: readonly string[], mark: RegExp): string[] | undefined => {
  const items: string[] = []
  let isOpen = false
  for (const line of lines) {
    const found = mark.exec(line)
    if (found) items.push(line.slice(found[0].length))
    else if (isOpen && line !== '') items.push(`${items.pop()}\n${line}`)
    isOpen = line !== '' && (found !== null || isOpen)
  }
  return items.length === 0 ? undefined : items
}

/** "Sure! 1. Lovely. 2. Great." */
const inOneLine = (line: string): string[] | undefined => {
  const items: string[] = []
  let from = -1
  for (let number = 1; number <= 1000; number += 1) {
    const mark = ` ${number}. `
    const at = ` ${line}`.indexOf(mark, Math.max(0, from))
    if (at < 0) break
    if (from >= 0) items.push(` ${line}`.slice(from, at))
    from = at + mark.length
  }
  return items.length === 0 ? undefined : [...items, ` ${line}`.slice(from)]
}

/** Without marks the lines must be as many as were asked for. */
const unmarked = (lines: readonly string[], count: number): string[] | undefined => {
  const full = lines.filter((line) => line !== '')
  const body = full.length > 1 && full[0]?.endsWith(':') ? full.slice(1) : full
  if (count > 1 || body.length !== 1) return body.length === count ? body : undefined
  return [afterLeadIn(body[0] ?? '')]
}

/** Of `Here is one: "Lovely."` what stands between the marks. */
const afterLeadIn = (line: string): string => {
  const at = line.search(/: ["“]/)
  return at >= 0 && /["”]$/.test(line) ? line.slice(at + 2) : line
}

const quotes = ['""', '“”', '«»', '„“', "''", '‘’', '``']

const bare = (item: string): string => {
  let text = item.trim()
  if (text.startsWith('**') && text.endsWith('**') && text.length > 4) text = text.slice(2, -2).trim()
  const isQuoted = quotes.some(
    ([open = '', close = '']) => text.length > 1 && text.startsWith(open) && text.indexOf(close, 1) === text.length - 1,
  )
  return isQuoted ? text.slice(1, -1).trim() : text
}

const withoutFence = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('```'))
    .join('\n')
