import { printForReload } from './report'
import { createRing, type Ring } from './ring'

/** A ring whose recording survives a reload of the page: the tab's storage has it under `keyOf()`. */
export const createStoredRing = (
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  keyOf: () => string,
  page: EventTarget,
): Ring => {
  const ring = createRing()
  let earlier: readonly string[] = textsIn(storage.getItem(keyOf()))
  const read = () => ({ ...ring.read(), earlier })
  page.addEventListener('pagehide', () => {
    try {
      storage.setItem(keyOf(), JSON.stringify(printForReload(read())))
    } catch {
      storage.removeItem(keyOf())
    }
  })
  return {
    take: ring.take,
    read,
    forget: () => {
      earlier = []
      ring.forget()
    },
  }
}

const textsIn = (stored: string | null): string[] => (stored === null ? [] : JSON.parse(stored))
