import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { SentResult } from '../../schemas/composer/draft'

/** Moves the focus from the send button, which disappears, to the result. */
export const useFocusOnResult = (sent: SentResult | undefined): RefObject<HTMLElement | null> => {
  const place = useRef<HTMLElement>(null)
  const before = useRef(sent)
  useLayoutEffect(() => {
    if (sent && !before.current && document.activeElement === document.body) place.current?.focus()
    before.current = sent
  }, [sent])
  return place
}
