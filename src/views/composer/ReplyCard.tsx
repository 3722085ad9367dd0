import { useSelector } from '@xstate/react'
import { ChevronDown, Copy, Pencil, RefreshCw, TriangleAlert, Undo2, X } from 'lucide-react'
import { type KeyboardEvent, memo, useState } from 'react'
import type { ReplyRef } from '../../machines/composer/reply'
import type { ReplyFlowRef, ReplyId } from '../../machines/composer/replyFlow'
import * as words from '../../schemas/composer/composer.words'
import type { DraftReply } from '../../schemas/composer/draft'
import type { LeakFinder } from '../../schemas/composer/leaks'
import { overflowAt, postLength, weightedLength } from '../../schemas/composer/postText'
import { isOurs } from '../../schemas/system'
import { useMeta } from '../shell/metaContext'
import { isCovered, isTyping, keyOf } from '../shell/palette/shortcut'
import { Badge, Button, type ButtonProps, cx, IconButton } from '../ui'
import { CharacterFace } from '../ui/Face'
import { CounterRing } from '../ui/forms/CounterRing'
import { LazyPart } from '../ui/states/LazyPart'
import { lazy } from '../ui/states/lazy'
import { Locked } from './Locked'
import { editButtonId, previewHeadingId } from './PartNote'
import { cautionsOf, repeatCaution } from './replyText'
import { PhoneThread, ThreadRail } from './Thread'

const RewriteWish = lazy(() => import('./RewriteWish'))

export interface ReplyCardProps {
  flow: ReplyFlowRef
  card: ReplyRef | undefined
  reply: DraftReply
  number: number
  isLast: boolean
  /** Without the @. */
  author: string | undefined
  sender: string | undefined
  /** The account that was shown before, if it cannot send any more. */
  was: string | undefined
  /** When the sender posted the same text recently. */
  repeats: string | undefined
  characterName: string
  findLeaks: LeakFinder
  onRewrite: (id: ReplyId, wish?: string) => void
}

/** Memoized, because the list may have 200 replies: `Locked` changes the buttons without rendering the card. */
export const ReplyCard = memo(function ReplyCard({
  flow,
  card,
  reply,
  number,
  isLast,
  author,
  sender,
  was,
  repeats,
  characterName,
  findLeaks,
  onRewrite,
}: ReplyCardProps) {
  const { reply_id } = reply
  const busy = useSelector(card, (snapshot) => snapshot?.hasTag('busy') ?? false)
  const isEditing = useSelector(card, (snapshot) => snapshot?.matches({ text: 'editing' }) ?? false)
  const edit = () => flow.send({ type: 'reply.edit', reply_id })
  const copy = () => flow.send({ type: 'reply.copy', reply_id })
  const rewrite = () => onRewrite(reply_id)
  /**
   * The next reply takes the place and the focus. After the last reply, the focus goes to the previous one or to the
   * heading.
   */
  const drop = () => {
    const item = isLast ? document.activeElement?.closest('li') : null
    const before = item?.previousElementSibling?.querySelector('fieldset')
    if (item) (before ?? document.getElementById(previewHeadingId))?.focus()
    flow.send({ type: 'reply.drop', reply_id })
  }
  const [isOpen, setOpen] = useState(false)
  const hasMore = isOurs(useMeta())
  const name = words.replyNumber(number)
  const isEdited = reply.content !== reply.generated
  /** The server's notes are about the generated text. */
  const cautions = [
    ...new Set([...(isEdited ? [] : (reply.notes ?? [])), ...cautionsOf(reply.content, author, findLeaks)]),
  ].map(words.caution)
  if (sender !== undefined && repeats !== undefined) cautions.unshift(repeatCaution(sender, repeats))
  const actOnKey = (event: KeyboardEvent) => {
    const act = { e: edit, c: copy, r: rewrite, x: drop }[keyOf(event.nativeEvent)]
    // React events of a window that was opened from the card bubble to the card too.
    if (!act || isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey || event.repeat || isCovered())
      return
    if (act !== copy && !flow.getSnapshot().matches({ work: { open: 'previewing' } })) return
    event.preventDefault()
    act()
  }
  return (
    <li className={rowClass}>
      <ThreadRail className="max-sm:hidden" line={!isLast}>
        <CharacterFace name={characterName} className="mt-2 size-8" />
      </ThreadRail>
      <div className={cx(!isLast && 'sm:pb-3')}>
        <fieldset
          tabIndex={-1}
          aria-keyshortcuts="E C R X"
          onKeyDown={actOnKey}
          className={cx(
            'group/card @container min-w-0 rounded-lg border bg-surface px-4 pt-1.5 pb-2',
            isEditing ? 'border-primary shadow-1' : 'border-line',
          )}
        >
          <legend className="sr-only">{name}</legend>
          <div className="flex min-h-8 flex-wrap items-center gap-x-2.5">
            <CharacterFace name={characterName} className="size-6 sm:hidden" />
            <p aria-hidden="true" className="shrink-0 text-sm font-semibold">
              {name}
            </p>
            {sender === undefined ? null : (
              <span className="max-w-full truncate text-xs text-ink-2">{words.asSender(sender)}</span>
            )}
            {was === undefined ? null : <span className="text-xs text-warn-ink">{words.insteadOf(was)}</span>}
            {isEdited ? (
              <>
                <Badge>Edited</Badge>
                <Locked flow={flow}>
                  <IconButton
                    size="sm"
                    icon={Undo2}
                    label={words.restoreGenerated}
                    onClick={() => flow.send({ type: 'reply.revert', reply_id })}
                    className="-my-1"
                  />
                </Locked>
              </>
            ) : null}
            <div className="-mr-2 ml-auto flex items-center">
              <CounterRing used={weightedLength(reply.content)} max={postLength} className="mr-1" />
              <Locked flow={flow}>
                <CardButton id={editButtonId(number)} icon={Pencil} onClick={edit}>
                  Edit
                </CardButton>
              </Locked>
              <CardButton icon={Copy} onClick={copy}>
                Copy
              </CardButton>
              <Locked flow={flow}>
                <CardButton icon={RefreshCw} busy={busy} onClick={rewrite}>
                  Rewrite
                </CardButton>
              </Locked>
              {hasMore ? (
                // Its place is kept, so that nothing moves while the card has the pointer or the focus.
                <span className="size-8 coarse:size-ctl">
                  <IconButton
                    size="sm"
                    icon={ChevronDown}
                    label={words.moreForReply}
                    aria-expanded={isOpen}
                    onClick={() => setOpen(!isOpen)}
                    className={isOpen ? 'rotate-180' : shownWhenUsed}
                  />
                </span>
              ) : null}
              <Locked flow={flow}>
                <IconButton size="sm" icon={X} label="Drop" onClick={drop} />
              </Locked>
            </div>
          </div>
          <ReplyText text={reply.content} dimmed={busy} />
          {isOpen ? (
            <LazyPart>
              <RewriteWish flow={flow} reply={reply} onRewrite={onRewrite} />
            </LazyPart>
          ) : null}
          {cautions.map((caution) => (
            <p key={caution} className="mt-2 flex items-start gap-1.5 text-xs text-warn-ink">
              <TriangleAlert aria-hidden="true" className="mt-px size-4 shrink-0" />
              <span className="min-w-0 break-words">{caution}</span>
            </p>
          ))}
        </fieldset>
        {isLast ? null : <PhoneThread className="h-4" />}
      </div>
    </li>
  )
})

const rowClass =
  'scroll-mt-17 scroll-mb-20 -mx-1 -mt-1 grid grid-cols-1 gap-x-4 px-1 pt-1 below-fold-44 last:-mb-1 last:pb-1 sm:grid-cols-[2.625rem_minmax(0,1fr)]'

const shownWhenUsed = 'not-coarse:hidden! group-hover/card:inline-flex! group-focus-within/card:inline-flex!'

export const EmptyCard = ({ isLast }: { isLast: boolean }) => (
  <li aria-hidden="true" className={rowClass}>
    <ThreadRail className="max-sm:hidden" line={!isLast}>
      <span className="mt-2 size-8 rounded-full bg-sunken" />
    </ThreadRail>
    <div className={cx(!isLast && 'sm:pb-3')}>
      <div className="flex h-25 flex-col gap-3 rounded-lg border border-line bg-surface p-4 max-sm:h-36">
        <span className="h-3 w-40 rounded-full bg-sunken" />
        <span className="h-3 rounded-full bg-sunken" />
        <span className="h-3 w-2/3 rounded-full bg-sunken" />
      </div>
      {isLast ? null : <PhoneThread className="h-4" />}
    </div>
  </li>
)

/** Only an icon on a narrow card; the word stays its name. */
const CardButton = ({ children, ...rest }: ButtonProps) => (
  <Button tone="quiet" size="sm" {...rest} className="px-2.5! coarse:min-w-11 not-coarse:min-h-8">
    <span className="@max-[36rem]:sr-only">{children}</span>
  </Button>
)

const ReplyText = ({ text, dimmed }: { text: string; dimmed: boolean }) => {
  const end = overflowAt(text) ?? text.length
  const beyond = text.slice(end).trimStart()
  return (
    <p dir="auto" className={cx('min-h-13 text-lg break-words whitespace-pre-wrap', dimmed && 'text-ink-3')}>
      {text.slice(0, text.length - beyond.length)}
      {beyond === '' ? null : (
        <mark className="rounded-sm bg-warn-soft box-decoration-clone px-0.5 text-warn-ink">{beyond}</mark>
      )}
    </p>
  )
}
