import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { DraftReply } from '../../schemas/composer/draft'

/** Scrolls to the first reply if all replies are new. The focus does not move. */
export const useFirstInView = (replies: readonly DraftReply[]): RefObject<HTMLOListElement | null> => {
  const list = useRef<HTMLOListElement>(null)
  const before = useRef(replies)
  useLayoutEffect(() => {
    const known = new Set(before.current.map(({ reply_id }) => reply_id))
    before.current = replies
    if (replies.some(({ reply_id }) => known.has(reply_id))) return
    list.current?.firstElementChild?.scrollIntoView({ block: 'nearest' })
  }, [replies])
  return list
}
