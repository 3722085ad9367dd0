import { useEffect } from 'react'
import type { QueueRef } from '../../machines/queue/queue'
import { hasManyLinks } from '../../schemas/queue/queue'
import { previewHeadingId } from '../composer/PartNote'
import { useLogic } from '../shell/logicContext'
import { isCovered } from '../shell/palette/shortcut'

/** If the post of the link is loaded, Enter repeats the last send's Preview. Listens before the field does. */
export const useRepeatByEnter = (queue: QueueRef): void => {
  useEffect(() => {
    const repeat = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat
      if (event.key !== 'Enter' || !isPlain || !isLinkField(event.target)) return
      const snapshot = queue.getSnapshot()
      if (!snapshot.context.view?.isReady || !snapshot.can({ type: 'fields.repeat' })) return
      event.preventDefault()
      event.stopPropagation()
      queue.send({ type: 'fields.repeat' })
    }
    window.addEventListener('keydown', repeat, { capture: true })
    return () => window.removeEventListener('keydown', repeat, { capture: true })
  }, [queue])
}

/**
 * Several links pasted into the link field, and files dropped on the page, go to the queue. If the composer is empty,
 * the first post opens, and the field loses the focus, so that the queue's keys work.
 */
export const useLinksFromOutside = (queue: QueueRef): void => {
  const { holdFile } = useLogic()
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (!isLinkField(event.target) || !hasManyLinks(text)) return
      event.preventDefault()
      queue.send({ type: 'links.add', text })
      if (queue.getSnapshot().context.view?.linked === undefined) queue.send({ type: 'queue.next' })
      const heading = document.getElementById(previewHeadingId) ?? document.getElementById('main')
      heading?.focus()
    }
    const allow = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') && !isCovered()) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      const files = event.dataTransfer?.files
      if (!files || files.length === 0 || isCovered()) return
      event.preventDefault()
      queue.send({ type: 'files.add', files: [...files].map(holdFile) })
    }
    window.addEventListener('paste', paste)
    window.addEventListener('dragover', allow)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('paste', paste)
      window.removeEventListener('dragover', allow)
      window.removeEventListener('drop', drop)
    }
  }, [queue, holdFile])
}

const isLinkField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.name === 'tweet_url'
