import * as z from 'zod/mini'
import { printForReload } from './report'
import { createRing, type Ring } from './ring'

/** One text for each page before a reload, the oldest first. */
export const pagesBefore = z.array(z.string())

interface Stored {
  read(): string[] | undefined
  write(texts: string[]): unknown
}

/** A ring whose recording survives a reload of the page. */
export const createStoredRing = (stored: () => Stored, page: EventTarget): Ring => {
  const ring = createRing()
  let earlier = stored().read() ?? []
  const read = () => ({ ...ring.read(), earlier })
  page.addEventListener('pagehide', () => stored().write(printForReload(read())))
  return {
    take: ring.take,
    read,
    forget: () => {
      earlier = []
      ring.forget()
    },
  }
}
