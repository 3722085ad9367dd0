import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { SentResult } from '../../schemas/composer/draft'

/** Moves the focus from a button to Next post, or to the result if there is no next post. A field keeps it. */
export const useFocusOnResult = (sent: SentResult | undefined): RefObject<HTMLElement | null> => {
  const place = useRef<HTMLElement>(null)
  const before = useRef(sent)
  useLayoutEffect(() => {
    const focused = document.activeElement
    if (sent && !before.current && (focused === document.body || focused?.matches('main button'))) {
      const next = document.querySelector<HTMLElement>('[data-next-post]:not([aria-disabled])')
      const target = next ?? place.current
      target?.focus({ preventScroll: true })
    }
    before.current = sent
  }, [sent])
  return place
}
