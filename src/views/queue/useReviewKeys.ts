import { useEffect } from 'react'
import { isChord, keyOf } from '../shell/palette/shortcut'

/** J and K move in the list To answer, or between the replies from one of them and without a list; 1 to 9 focus a reply. */
export const useReviewKeys = (): void => {
  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      const key = keyOf(event)
      if (!isChord(event, { key, kind: 'plain' })) return
      const isStep = key === 'j' || key === 'k'
      const cards = [...document.querySelectorAll<HTMLElement>('main ol fieldset[aria-keyshortcuts]')]
      const at = cards.findIndex((card) => card.contains(document.activeElement))
      if (isStep && at < 0 && stepInList(key === 'j' ? 1 : -1)) return event.preventDefault()
      const place = placeOf(key, at, cards.length)
      if (place === undefined || cards.length === 0) return
      event.preventDefault()
      cards[place]?.focus()
    }
    window.addEventListener('keydown', follow, { capture: true })
    return () => window.removeEventListener('keydown', follow, { capture: true })
  }, [])
}

/** Focuses the entry below or above the focused one. False if there is none to focus. */
export const stepInList = (by: number): boolean => {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-to-answer] [data-entry]:enabled')]
  const at = rows.findIndex((row) => row.parentElement?.contains(document.activeElement))
  const row = rows[at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)]
  row?.focus()
  return row !== undefined
}

/** From 0; undefined if there is no such reply. */
const placeOf = (key: string, at: number, count: number): number | undefined => {
  if (key === 'j') return Math.min(at + 1, count - 1)
  if (key === 'k') return Math.max(at - 1, 0)
  return /^[1-9]$/.test(key) ? Number(key) - 1 : undefined
}
