import { useEffect } from 'react'
import { isChord, keyOf } from '../shell/palette/shortcut'

/**
 * J and K focus the next and previous reply, 1 to 9 focus that reply. They take precedence over J for the next mention,
 * until there is no next reply.
 */
export const useReviewKeys = (): void => {
  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      const key = keyOf(event)
      if (!isChord(event, { key, kind: 'plain' })) return
      const cards = [...document.querySelectorAll<HTMLElement>('main ol fieldset[aria-keyshortcuts]')]
      const at = cards.findIndex((card) => card.contains(document.activeElement))
      const place = placeOf(key, at, cards.length)
      if (place === undefined || cards.length === 0) return
      event.preventDefault()
      cards[place]?.focus()
    }
    window.addEventListener('keydown', follow, { capture: true })
    return () => window.removeEventListener('keydown', follow, { capture: true })
  }, [])
}

/** From 0; undefined if there is no such reply. */
const placeOf = (key: string, at: number, count: number): number | undefined => {
  if (key === 'j') return Math.min(at + 1, count - 1)
  if (key === 'k') return Math.max(at - 1, 0)
  return /^[1-9]$/.test(key) ? Number(key) - 1 : undefined
}
