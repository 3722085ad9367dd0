/**
 * Stores the use of a row in the background, one write per row at a time. Reads continue if the write fails, and the
 * next use tries again.
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
