import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useSearchParams } from 'wouter'
import { useEffects } from '../../effects'
import type { ReplyFlowRef } from '../../machines/composer/replyFlow'
import { queue as queueLogic } from '../../machines/queue/queue.actors'
import * as words from '../../schemas/queue/queue.words'
import { useAsked } from '../crud/asked'
import { useShortcut } from '../shell/palette/shortcut'
import { useScreenActor } from '../shell/screenActor'
import { Popup } from '../ui/windows/Popup'
import { ManyLinks } from './ManyLinks'
import { QueueBar } from './QueueBar'
import { SendOptions } from './SendOptions'
import { openerOf, sharedIn } from './shared'
import { useLinksFromOutside, useRepeatByEnter } from './useLinkField'
import { useReviewKeys } from './useReviewKeys'

export interface QueueProps {
  flow: ReplyFlowRef
  menu: HTMLElement | null
  again: HTMLElement | null
  /** In the send bar. */
  options: HTMLElement | null
}

const next = { type: 'queue.next' } as const
const repeat = { type: 'fields.repeat' } as const

const Queue = ({ flow, menu, again, options }: QueueProps) => {
  const [query, setQuery] = useSearchParams()
  const [shared] = useState(() => sharedIn(query))
  const [from] = useState(() => openerOf(document.referrer, window.location.origin))
  const queue = useScreenActor(queueLogic, { composer: flow, shared, ...(from === undefined ? {} : { from }) })
  useEffects(queue)
  const refills = useSelector(queue, ({ context }) => context.settings.refills)
  const [isAdding, setAdding] = useState(false)
  const isThere = useSelector(
    queue,
    ({ context: { entries, sent, intake, removed } }) =>
      entries.length > 0 || sent > 0 || intake !== undefined || removed !== undefined,
  )
  const canRepeat = useSelector(queue, (snapshot) => snapshot.can(repeat))
  useShortcut('n', 'plain', () => queue.send(next))
  useShortcut('s', 'plain', () => queue.send(repeat))
  useAsked('nextPost', () => queue.send(next))
  useAsked('manyLinks', () => setAdding(true))
  useLinksFromOutside(queue)
  useRepeatByEnter(queue)
  useEffect(() => {
    if (shared !== '') setQuery({}, { replace: true })
  }, [shared, setQuery])
  useReviewKeys()
  return (
    <>
      {menu
        ? createPortal(
            <button type="button" className="text-link font-semibold" onClick={() => setAdding(true)}>
              {words.manyLinks}
            </button>,
            menu,
          )
        : null}
      {again && canRepeat && !isThere
        ? createPortal(
            <button
              type="button"
              title={words.sameAgain}
              className="text-link font-semibold"
              onClick={() => queue.send(repeat)}
            >
              Same again
            </button>,
            again,
          )
        : null}
      {options
        ? createPortal(
            <Popup label={words.sendOptions}>
              <SendOptions
                refills={refills}
                onRefills={(value) => queue.send({ type: 'settings.change', settings: { refills: value } })}
              />
            </Popup>,
            options,
          )
        : null}
      {isThere ? <QueueBar queue={queue} /> : null}
      <ManyLinks queue={queue} open={isAdding} onClose={() => setAdding(false)} />
    </>
  )
}

export default Queue
