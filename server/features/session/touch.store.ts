/**
 * Writes behind an answer that a row was used, one write of a row at a time. Nobody waits for it: a read goes on where
 * nothing can be written, and the next one tries again.
 */
export const oncePerId = <T>(write: (id: number, use: T) => Promise<unknown>) => {
  const writing = new Set<number>()
  return (id: number, use: T): void => {
    if (writing.has(id)) return
    writing.add(id)
    write(id, use)
      .catch(() => undefined)
      .finally(() => writing.delete(id))
  }
}
