import { useSelector } from '@xstate/react'
import { ListTodo } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link, useSearchParams } from 'wouter'
import { useEffects } from '../../effects'
import type { ReplyFlowRef } from '../../machines/composer/replyFlow'
import { inboxActs, waiting } from '../../machines/inbox/inbox.actors'
import type { QueueRef } from '../../machines/queue/queue'
import { queue as queueLogic } from '../../machines/queue/queue.actors'
import { initialInboxFilter } from '../../schemas/inbox/inboxFilter'
import { inboxPath } from '../../schemas/paths'
import { nextOf } from '../../schemas/queue/queue'
import * as words from '../../schemas/queue/queue.words'
import { isOurs } from '../../schemas/system'
import { useAsked } from '../crud/asked'
import { nextWaiting } from '../inbox/nextWaiting'
import { Questions } from '../inbox/Questions'
import { isGenerating, useAnswering } from '../inbox/useAnswering'
import { Ours, useMeta } from '../shell/metaContext'
import { useShortcut } from '../shell/palette/shortcut'
import { useScreenActor } from '../shell/screenActor'
import { useSideColumn } from '../shell/sideColumn'
import { Button, Dialog } from '../ui'
import { CountBadge } from '../ui/tables/SectionHeader'
import { ManyLinks } from './ManyLinks'
import { QueueNotes } from './QueueBar'
import { QueueList } from './QueueList'
import { SendOptions } from './SendOptions'
import { openerOf, sharedIn } from './shared'
import { countOf, type Mentions, noMentions } from './toAnswerEntries'
import { useLinksFromOutside, useRepeatByEnter } from './useLinkField'
import { stepInList, useReviewKeys } from './useReviewKeys'

export interface ToAnswerProps {
  flow: ReplyFlowRef
  /** The list had entries at the last visit, so its place is kept while the list is loaded. */
  hasPlace: boolean
  /** Beside the label of the link field before there are replies, or above it on narrow screens. */
  line: HTMLElement | null
  /** In the send bar. */
  options: HTMLElement | null
}

const next = { type: 'queue.next' } as const
const repeat = { type: 'fields.repeat' } as const

const ToAnswer = (props: ToAnswerProps) => {
  const [query, setQuery] = useSearchParams()
  const [shared] = useState(() => sharedIn(query))
  const [from] = useState(() => openerOf(document.referrer, window.location.origin))
  const queue = useScreenActor(queueLogic, {
    composer: props.flow,
    shared,
    ...(from === undefined ? {} : { from }),
  })
  useEffects(queue)
  useLinksFromOutside(queue)
  useRepeatByEnter(queue)
  useReviewKeys()
  useShortcut('s', 'plain', () => queue.send(repeat))
  useEffect(() => {
    if (shared !== '') setQuery({}, { replace: true })
  }, [shared, setQuery])
  return isOurs(useMeta()) ? (
    <WithMentions {...props} queue={queue} />
  ) : (
    <Entries {...props} queue={queue} mentions={noMentions} />
  )
}

type EntriesProps = ToAnswerProps & { queue: QueueRef; mentions: Mentions }

const WithMentions = (props: Omit<EntriesProps, 'mentions'>) => {
  const { flow } = props
  const [query, setQuery] = useSearchParams()
  const [opened] = useState(() => Number(query.get('mention')))
  const inbox = useScreenActor(waiting, {
    filter: initialInboxFilter,
    opened: Number.isSafeInteger(opened) && opened > 0 ? [opened] : [],
  })
  const acts = useScreenActor(inboxActs)
  useEffects(inbox)
  const onAnswer = useAnswering(flow, acts, ({ id }) => {
    inbox.send({ type: 'mention.opened', id })
    setQuery({ mention: String(id) }, { replace: true })
  })
  const isLoading = useSelector(inbox, (snapshot) => snapshot.matches({ list: 'loading' }))
  const shown = useSelector(inbox, ({ context }) => context.shown)
  const left = useSelector(inbox, ({ context }) => context.left)
  const next = useSelector(inbox, ({ context }) => nextWaiting(context))
  const isWriting = useSelector(flow, isGenerating)
  return (
    <>
      <Entries
        {...props}
        mentions={{
          isLoading,
          left,
          onAnswer,
          unread: shown?.unread ?? 0,
          mentions: shown?.mentions ?? noMentions.mentions,
          next: isWriting ? undefined : next,
        }}
      />
      <Questions acts={acts} />
    </>
  )
}

const Entries = ({ flow, hasPlace, line, options, queue, mentions }: EntriesProps) => {
  const side = useSideColumn()
  const [isOpen, setOpen] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const { entries, view, settings } = useSelector(queue, ({ context }) => context)
  const hasLinks = useSelector(
    queue,
    ({ context: { entries, sent, intake, removed } }) =>
      entries.length > 0 || sent > 0 || intake !== undefined || removed !== undefined,
  )
  const canRepeat = useSelector(queue, (snapshot) => snapshot.can(repeat))
  const hasReplies = useSelector(flow, ({ context }) => context.replies.length > 0)
  const isEditing = useSelector(flow, (snapshot) => snapshot.matches({ work: { open: { occupied: 'editing' } } }))
  const count = countOf(entries, mentions)
  const hasMentions = mentions.mentions.length > 0 || mentions.unread > 0
  const nextLink = nextOf(entries, view?.linked)
  const close = () => setOpen(false)
  const takeNext = () => {
    if (nextLink) queue.send(next)
    else if (mentions.next) mentions.onAnswer(mentions.next)
    close()
  }
  const hasNext = nextLink !== undefined || mentions.next !== undefined
  useShortcut('n', 'plain', takeNext)
  useAsked('nextPost', takeNext)
  useAsked('manyLinks', () => setAdding(true))
  const isThere = hasLinks || (hasMentions && (hasPlace || isOpen))
  const isBeside = side !== null && (isThere || (hasPlace && mentions.isLoading))
  useEffect(() => {
    if (isOpen && isBeside) stepInList(1)
  }, [isOpen, isBeside])
  const inboxLink = (
    <Ours>
      <Link href={inboxPath} className={lineLink}>
        Inbox
      </Link>
    </Ours>
  )
  const list = (
    <QueueList
      inboxLink={side ? inboxLink : null}
      queue={queue}
      mentions={mentions}
      count={count}
      titled={side !== null}
      hasNext={hasNext}
      onNext={takeNext}
      onTaken={close}
      onMany={() => {
        close()
        setAdding(true)
      }}
    />
  )
  return (
    <>
      {line && !(side && hasReplies)
        ? createPortal(
            <>
              <div className="flex min-h-11 flex-wrap items-center justify-end gap-x-4 max-sm:gap-x-1 @min-[55rem]/panel:min-h-9">
                {!isBeside && (hasLinks || hasMentions) ? (
                  <Button
                    size="sm"
                    icon={ListTodo}
                    onClick={() => setOpen(true)}
                    className="mr-auto py-0! max-sm:min-h-11 @min-[55rem]/panel:min-h-7! max-sm:[&>svg]:hidden"
                  >
                    {words.toAnswer} <CountBadge>{count.toLocaleString()}</CountBadge>
                  </Button>
                ) : null}
                {isBeside ? null : inboxLink}
                {canRepeat ? (
                  <button type="button" title={words.sameAgain} className={lineLink} onClick={() => queue.send(repeat)}>
                    Same again
                  </button>
                ) : null}
                {isBeside ? null : (
                  <button type="button" className={lineLink} onClick={() => setAdding(true)}>
                    {words.manyLinks}
                  </button>
                )}
              </div>
              {side ? null : <QueueNotes queue={queue} />}
            </>,
            line,
          )
        : null}
      {options
        ? createPortal(
            <SendOptions
              refills={settings.refills}
              onRefills={(value) => queue.send({ type: 'settings.change', settings: { refills: value } })}
            />,
            options,
          )
        : null}
      {isBeside
        ? createPortal(
            <section
              aria-label={words.toAnswer}
              className={isEditing ? 'hidden' : 'flex h-full flex-col bg-canvas md:rounded-br-xl'}
            >
              {isThere ? list : null}
            </section>,
            side,
          )
        : null}
      {side ? null : (
        <Dialog open={isOpen} onClose={close} title={words.toAnswer} sheet>
          <section aria-label={words.toAnswer}>{list}</section>
        </Dialog>
      )}
      <ManyLinks queue={queue} open={isAdding} onClose={() => setAdding(false)} />
    </>
  )
}

const lineLink = 'text-link text-xs font-semibold max-sm:px-1.5 max-sm:py-3.25'

export default ToAnswer
