import { useSelector } from '@xstate/react'
import { ExternalLink, MessageSquareReply, Undo2, UserX, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Link } from 'wouter'
import type { InboxRef } from '../../machines/inbox/inbox'
import { webAddress } from '../../schemas/base'
import { atHandle } from '../../schemas/handle'
import { openTask } from '../../schemas/history/history.words'
import type { Mention } from '../../schemas/inbox/inbox'
import * as words from '../../schemas/inbox/inbox.words'
import { taskPath } from '../../schemas/paths'
import { isChord, useShortcut } from '../shell/palette/shortcut'
import { Badge, Button, buttonClass, cx, Kbd, Time } from '../ui'

interface MentionsProps {
  inbox: InboxRef
  mentions: Mention[]
  isWriting: boolean
  onAnswer: (mention: Mention) => void
  onShun: (mention: Mention) => void
}

export const Mentions = ({ inbox, mentions, isWriting, onAnswer, onShun }: MentionsProps) => {
  const index = useSelector(inbox, ({ context }) => context.index)
  const left = useSelector(inbox, ({ context }) => context.left)
  const current = mentions[index]
  const list = useRef<HTMLUListElement>(null)
  const rowOf = (place: number) => list.current?.children[place]
  const act = (run: (mention: Mention) => void) => () => {
    if (current) run(current)
  }
  const go = (type: 'mention.next' | 'mention.previous') => () => {
    inbox.send({ type })
    const row = rowOf(inbox.getSnapshot().context.index)
    row?.scrollIntoView({ block: 'nearest' })
    row?.querySelector('button')?.focus({ preventScroll: true })
  }
  const restore = () => {
    const { dismissed } = inbox.getSnapshot().context
    const id = current?.state === 'dismissed' ? current.id : dismissed?.id
    if (id !== undefined) inbox.send({ type: 'mention.restore', id })
  }
  useShortcut('j', 'plain', go('mention.next'))
  useShortcut('k', 'plain', go('mention.previous'))
  useShortcut(
    'x',
    'plain',
    act(({ id }) => inbox.send({ type: 'mention.dismiss', id })),
  )
  useShortcut('u', 'plain', restore)
  useShortcut(
    'b',
    'plain',
    act((mention) => {
      if (mention.declined === undefined) onShun(mention)
    }),
  )
  useShortcut(
    'o',
    'plain',
    act(() => rowOf(index)?.querySelector<HTMLAnchorElement>('a[target]')?.click()),
  )
  useEnter(
    act((mention) => {
      if (mayBeAnswered(mention)) onAnswer(mention)
    }),
  )
  return (
    <ul ref={list} className="flex flex-col gap-3">
      {mentions.map((mention, place) => (
        <li
          key={mention.id}
          aria-current={place === index || undefined}
          onFocus={() => inbox.send({ type: 'mention.choose', id: mention.id })}
          className={cx(
            'rounded-lg border bg-surface p-4 sm:px-5',
            place === index ? 'border-primary shadow-1' : 'border-line',
          )}
        >
          <MentionRow
            mention={mention}
            hasLeft={left.includes(mention.id)}
            showsKeys={place === index}
            isWriting={isWriting}
            onAnswer={onAnswer}
            onShun={onShun}
            onChange={(type) => inbox.send({ type, id: mention.id })}
          />
        </li>
      ))}
    </ul>
  )
}

const mayBeAnswered = ({ state, declined }: Mention): boolean => state !== 'answered' && declined === undefined

interface MentionRowProps extends Pick<MentionsProps, 'isWriting' | 'onAnswer' | 'onShun'> {
  mention: Mention
  hasLeft: boolean
  showsKeys: boolean
  onChange: (type: 'mention.dismiss' | 'mention.restore') => void
}

const MentionRow = ({ mention, hasLeft, showsKeys, isWriting, onAnswer, onShun, onChange }: MentionRowProps) => {
  const author = atHandle(mention.author_username)
  const address = webAddress(mention.link)
  const mentions = words.mentions(mention.kind, atHandle(mention.account_username))
  /** Always present, because a hint that appears with the focus would move the buttons. */
  const key = (name: string) => (
    <Kbd hint hidden={!showsKeys}>
      {name}
    </Kbd>
  )
  return (
    <article aria-label={`${author} ${mentions}`} className={hasLeft ? 'opacity-75' : undefined}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-2">
        <span translate="no" className="font-semibold text-ink wrap-anywhere">
          {mention.author_name ? `${mention.author_name} ` : ''}
          {author}
        </span>
        <span>{mentions}</span>
        <Time value={mention.created_at} className="text-xs" />
        {hasLeft ? <Badge>{words.noLongerWaiting}</Badge> : null}
        {!hasLeft && mention.state === 'answered' ? <Badge tone="success">Answered</Badge> : null}
        {!hasLeft && mention.state === 'dismissed' ? <Badge>Dismissed</Badge> : null}
        {mention.asks_to_stop ? <Badge tone="warn">{words.asksToStop}</Badge> : null}
      </p>
      <p dir="auto" className="mt-2 text-md wrap-anywhere whitespace-pre-line">
        {mention.text}
      </p>
      {mention.declined === undefined ? null : (
        <p className="mt-2 text-sm font-semibold wrap-anywhere">{mention.declined}</p>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {/* Focusable while busy, because closing the dialog returns the focus to it. */}
        {mayBeAnswered(mention) ? (
          <Button
            size="sm"
            tone={showsKeys ? 'primary' : 'outline'}
            icon={MessageSquareReply}
            aria-disabled={isWriting || undefined}
            onClick={() => onAnswer(mention)}
          >
            Answer {key('↵')}
          </Button>
        ) : null}
        {mention.state === 'dismissed' ? (
          <Button size="sm" tone="quiet" icon={Undo2} onClick={() => onChange('mention.restore')}>
            Restore {key('U')}
          </Button>
        ) : null}
        {mention.state === 'unread' ? (
          <Button size="sm" tone="quiet" icon={X} onClick={() => onChange('mention.dismiss')}>
            Dismiss {key('X')}
          </Button>
        ) : null}
        {mention.author_username === '' || mention.declined !== undefined ? null : (
          <Button
            size="sm"
            tone="quiet"
            icon={UserX}
            aria-disabled={isWriting || undefined}
            onClick={() => onShun(mention)}
          >
            {words.doNotReply} {key('B')}
          </Button>
        )}
        {address ? (
          <a href={address} target="_blank" rel="noreferrer" className={buttonClass({ size: 'sm', tone: 'quiet' })}>
            <ExternalLink aria-hidden="true" className="size-4 shrink-0" />
            Open on X {key('O')}
          </a>
        ) : null}
        {mention.task_id === null ? null : (
          <Link href={taskPath(mention.task_id)} className={buttonClass({ size: 'sm', tone: 'quiet' })}>
            {openTask}
          </Link>
        )}
      </div>
    </article>
  )
}

/** Enter does nothing here if a button or link has the focus. */
const useEnter = (run: () => void) => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isControl = event.target instanceof Element && event.target.closest('button, a, summary') !== null
    if (isControl || !isChord(event, { key: 'enter', kind: 'plain' })) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
