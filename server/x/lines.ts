const lineFeed = 0x0a

/**
 * Splits a stream of bytes into lines, grouped by chunk. Works on bytes, because two chunks may share a character.
 * Ignores lines of more than `most` bytes without storing them.
 */
export async function* linesOf(
  chunks: AsyncIterable<Buffer>,
  most: number,
): AsyncGenerator<{ lines: string[]; tooLong: number }> {
  let parts: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    const lines: string[] = []
    let tooLong = 0
    for (let from = 0; from < chunk.length; ) {
      const end = chunk.indexOf(lineFeed, from)
      const part = chunk.subarray(from, end === -1 ? chunk.length : end)
      size += part.length
      if (size <= most) parts.push(part)
      else parts = []
      from = end === -1 ? chunk.length : end + 1
      if (end === -1) continue
      if (size > most) tooLong += 1
      else lines.push(Buffer.concat(parts).toString('utf8').trim())
      parts = []
      size = 0
    }
    yield { lines, tooLong }
  }
}
