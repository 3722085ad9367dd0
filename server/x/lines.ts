const lineFeed = 0x0a

/**
 * The lines of a stream of bytes, those of each chunk together: a character may be cut between two chunks, so that they
 * are put together as bytes. A line of more than `most` bytes is passed over, and never held in memory whole.
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
