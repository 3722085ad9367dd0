import { zodResolver } from '@hookform/resolvers/zod'
import { useSelector } from '@xstate/react'
import { ChevronLeft, ChevronRight, ExternalLink } from 'lucide-react'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'wouter'
import type { ManualPostingRef } from '../../machines/manual/manualPosting'
import { webAddress } from '../../schemas/base'
import { postedForm } from '../../schemas/composer/composerForm'
import { atHandle } from '../../schemas/handle'
import * as taskWords from '../../schemas/history/history.words'
import { situationOf } from '../../schemas/history/situation'
import type { ManualItem } from '../../schemas/history/tasks'
import * as words from '../../schemas/manual/manual.words'
import { taskPath } from '../../schemas/paths'
import { reportFirst } from '../history/reportFirst'
import { SituationNote } from '../history/SituationNote'
import { useMeta } from '../shell/metaContext'
import { useShortcut } from '../shell/palette/shortcut'
import { Button, buttonClass, Card, Field, IconButton, Input, Kbd } from '../ui'
import { useFocusHeir } from '../ui/useFocusHeir'

export const ManualReply = ({ queue, item }: { queue: ManualPostingRef; item: ManualItem }) => {
  const index = useSelector(queue, ({ context }) => context.index)
  const total = useSelector(queue, ({ context }) => context.total)
  const isOpened = useSelector(queue, ({ context }) => context.opened.includes(item.id))
  const canDecide = useSelector(queue, (snapshot) => snapshot.can({ type: 'item.check' }))
  const canGoBack = useSelector(queue, (snapshot) => snapshot.can({ type: 'item.previous' }))
  const canGoOn = useSelector(queue, (snapshot) => snapshot.can({ type: 'item.next' }))
  const page = useRef<HTMLAnchorElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const focus = useFocusHeir(() => heading.current)
  const opening = reportFirst(() => {
    if (canDecide) queue.send({ type: 'item.open' })
    return canDecide
  })
  useShortcut('o', 'plain', () => page.current?.click())
  useShortcut('j', 'plain', () => queue.send({ type: 'item.next' }))
  useShortcut('k', 'plain', () => queue.send({ type: 'item.previous' }))
  useShortcut('x', 'plain', () => queue.send({ type: 'item.check' }))
  const account = item.twitter_username ?? words.unnamedAccount
  const intent = webAddress(item.intent_url)
  return (
    <section {...focus} aria-label={words.replyToPost} className="max-w-3xl">
      <div className="flex items-center justify-between gap-4">
        <p role="status" className="text-sm text-ink-2">
          <strong className="font-semibold text-ink tabular-nums">{words.position(index + 1, total)}</strong>{' '}
          {taskWords.counts.manual}
          <span className="sr-only">{words.forAccount(account)}</span>
        </p>
        <div className="flex gap-1">
          <IconButton
            icon={ChevronLeft}
            label={words.previous}
            aria-disabled={!canGoBack}
            onClick={() => queue.send({ type: 'item.previous' })}
          />
          <IconButton
            icon={ChevronRight}
            label={words.next}
            aria-disabled={!canGoOn}
            onClick={() => queue.send({ type: 'item.next' })}
          />
        </div>
      </div>
      {/* New buttons for each reply, so that a second press never acts on the next reply. */}
      <Card key={item.id} className="mt-3">
        {item.post?.text ? (
          <blockquote className="border-l-2 border-line pl-3 text-sm text-ink-2">
            {item.post.author_username ? (
              <p translate="no" className="font-semibold">
                {atHandle(item.post.author_username)}
              </p>
            ) : null}
            <p dir="auto" className="wrap-anywhere">
              {item.post.text}
            </p>
          </blockquote>
        ) : null}
        <h2 ref={heading} tabIndex={-1} className="mt-4 text-sm font-normal text-ink-2">
          {words.postAs} <strong className="font-semibold text-ink wrap-anywhere">{account}</strong>
        </h2>
        {item.account_id === null ? <p className="mt-1 text-sm text-warn-ink">{words.accountDeleted}</p> : null}
        <p dir="auto" className="mt-1.5 text-lg wrap-anywhere whitespace-pre-line">
          {item.content}
        </p>
        <div className="mt-3 flex flex-col gap-1 empty:hidden">
          {item.error ? <p className="text-xs text-ink-2">{item.error}</p> : null}
          <SituationNote situation={situationOf(item)} />
        </div>
        <div className="mt-4 flex flex-wrap items-center gap-2">
          {intent ? (
            <a
              ref={page}
              href={intent}
              target="_blank"
              rel="noreferrer"
              className={buttonClass(isOpened ? {} : { tone: 'primary' })}
              {...opening}
            >
              <ExternalLink aria-hidden="true" className="size-4 shrink-0" />
              {taskWords.openInX}
              <Kbd hint>O</Kbd>
            </a>
          ) : null}
          <Button disabled={!canDecide} onClick={() => queue.send({ type: 'item.check' })}>
            {words.lookOnX} <Kbd hint>X</Kbd>
          </Button>
          <Button tone="quiet" disabled={!canDecide} onClick={() => queue.send({ type: 'item.notPosted' })}>
            Not posted
          </Button>
        </div>
        {isOpened ? <p className="mt-3 text-xs text-ink-2">{words.closeFirst}</p> : null}
        <PostedForm queue={queue} />
      </Card>
      <p className="mt-3 text-xs text-ink-2">
        <Link href={taskPath(item.task_id)} className="text-link font-semibold">
          {taskWords.openTask}
        </Link>
      </p>
    </section>
  )
}

const PostedForm = ({ queue }: { queue: ManualPostingRef }) => {
  const fault = useSelector(queue, ({ context }) => context.fault)
  const canDecide = useSelector(queue, (snapshot) => snapshot.can({ type: 'item.check' }))
  const isConfirming = useSelector(queue, (snapshot) => snapshot.matches('confirming'))
  const { x_post_base_url } = useMeta()
  const form = useForm({ resolver: zodResolver(postedForm(x_post_base_url)), defaultValues: { tweet_url: '' } })
  return (
    <details className="mt-3 text-sm">
      <summary className="min-h-6 leading-6 text-link">{words.iPostedIt}</summary>
      <form
        noValidate
        onSubmit={form.handleSubmit(({ tweet_url }) => queue.send({ type: 'item.posted', tweet_url }))}
        className="mt-2 flex flex-col gap-2"
      >
        <Field label={taskWords.linkOfPost} error={form.formState.errors.tweet_url?.message ?? fault}>
          <Input {...form.register('tweet_url')} inputMode="url" autoComplete="off" spellCheck={false} />
        </Field>
        <Button type="submit" size="sm" busy={isConfirming} disabled={!canDecide} className="self-start">
          Confirm
        </Button>
      </form>
    </details>
  )
}
