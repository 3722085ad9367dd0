import { CircleCheck, Send, TriangleAlert } from 'lucide-react'
import { type Ref, useMemo, useSyncExternalStore } from 'react'
import type { ReplyFlowRef } from '../../machines/composer/replyFlow'
import type { Account } from '../../schemas/accounts/accounts'
import { judgedBy, repeatsOf, type ShownSender } from '../../schemas/composer/answerable'
import * as words from '../../schemas/composer/composer.words'
import { isInDoubt, isPostOf, type SendMode } from '../../schemas/composer/draft'
import type { Eligibility } from '../../schemas/composer/eligibility'
import type { LeakFinder } from '../../schemas/composer/leaks'
import { authorOf } from '../../schemas/composer/postLink'
import { verdictOf } from '../../schemas/composer/verdict'
import { holdSeconds, isOurs } from '../../schemas/system'
import { useDevice } from '../shell/deviceContext'
import { useMeta } from '../shell/metaContext'
import { Button, Kbd, modKey } from '../ui'
import { LazyPart } from '../ui/states/LazyPart'
import { lazy } from '../ui/states/lazy'
import { closeOnEscape, closeWhenLeft, Popup } from '../ui/windows/Popup'
import { ClearButton } from './DraftNote'
import { repeatWarning, warningsOf } from './replyText'
import { useComposer } from './useComposer'

const SendPrice = lazy(() => import('./SendPrice'))
const WhoMayAnswer = lazy(() => import('./fields/WhoMayAnswer'), { warm: true })
const UndoButtons = lazy(() => import('./UndoButtons'))

export interface SendBarProps {
  flow: ReplyFlowRef
  mode: SendMode
  groupName: string
  accounts: Account[]
  eligibility: Eligibility | undefined
  senders: ShownSender[]
  /** A reply would go through an account that this page does not know yet, so sending waits. */
  isUnnamed: boolean
  findLeaks: LeakFinder
  onSend: () => void
  onClear: () => void
  /** The place of the send options. */
  options?: Ref<HTMLDivElement> | undefined
}

/** A sample event for `can`: it asks whether any send of the mode is possible. */
export const anySend = (mode: SendMode) =>
  ({
    type: 'replies.send',
    target: mode === 'batch' ? { group_name: '' } : { twitter_account_id: 0 },
  }) as const

export const SendBar = ({
  flow,
  mode,
  groupName,
  accounts,
  eligibility,
  senders,
  isUnnamed,
  findLeaks,
  onSend,
  onClear,
  options,
}: SendBarProps) => {
  const replies = useComposer(flow, ({ context }) => context.replies)
  const author = useComposer(flow, ({ context }) => authorOf(context.post))
  const meta = useMeta()
  const { preferences } = useDevice()
  const holds = useSyncExternalStore(preferences.watchHoldsSends, preferences.holdsSends)
  const isSending = useComposer(flow, (snapshot) => snapshot.matches({ work: 'sending' }))
  const canSend = useComposer(flow, (snapshot) => snapshot.can(anySend(mode)))
  const isDoubted = useComposer(
    flow,
    (snapshot) => isInDoubt(snapshot.context) && !snapshot.matches({ work: 'sending' }),
  )
  const isOfOtherPost = useComposer(flow, ({ context }) => context.post !== undefined && !isPostOf(context))
  const hasSteps = useComposer(flow, ({ context: { earlier, later } }) => Boolean(earlier?.length || later?.length))
  const aboutTexts = useMemo(
    () =>
      warningsOf(
        replies.map(({ content }) => content),
        author,
        findLeaks,
      ),
    [replies, author, findLeaks],
  )
  const { tone, sentence, notes, by, posting } = verdictOf({
    mode,
    replies: replies.length,
    hasTarget: mode === 'solo' ? accounts.length > 0 : groupName !== '',
    accounts,
    eligibility,
    doubt: isDoubted ? words.doubtful(isOurs(meta)) : undefined,
    hindrances: [...(isUnnamed ? [words.accountsChanged] : []), ...(isOfOtherPost ? [words.otherPost] : [])],
    cautions: [
      ...aboutTexts,
      ...(eligibility ? repeatWarning(repeatsOf(eligibility, replies, senders)) : []),
      ...(meta.model_stand_in && replies.some(({ content, generated }) => content === generated)
        ? [words.writtenByStandIn]
        : []),
    ],
    holdSeconds: holds && isOurs(meta) ? holdSeconds : 0,
  })
  const { icon: Icon, ink } = tones[tone]
  return (
    <div className="flex items-center gap-x-3 gap-y-2">
      {Icon ? <Icon aria-hidden="true" className={`size-5 shrink-0 max-sm:hidden ${ink}`} /> : null}
      <div className="min-w-0 flex-1">
        <p
          className={`text-sm sm:text-md ${tone === 'plain' ? 'text-ink-2' : 'font-semibold'} ${tone === 'caution' ? ink : ''}`}
        >
          {sentence}
        </p>
        {by ? (
          <div className="text-xs text-ink-2">
            <span translate="no" className="wrap-anywhere">
              {by.text}
            </span>
            {by.unnamed.length > 0 ? <MoreNames names={by.unnamed} label={by.label} /> : null}
            <LazyPart>
              <SendPrice
                replies={posting.map(({ index, isSummoned }) => ({
                  content: replies[index]?.content ?? '',
                  isSummoned,
                }))}
              />
            </LazyPart>
          </div>
        ) : null}
        {notes.map((note) => (
          <p key={note} className="text-xs text-ink-2">
            {note}
          </p>
        ))}
      </div>
      {hasSteps ? (
        <LazyPart>
          <UndoButtons flow={flow} />
        </LazyPart>
      ) : null}
      <Popup label={words.sendOptions}>
        {replies.length > 0 && eligibility ? (
          <LazyPart>
            <WhoMayAnswer judged={judgedBy(eligibility, accounts)} />
          </LazyPart>
        ) : null}
        <div ref={options} />
        {replies.length > 0 ? <ClearButton flow={flow} mode={mode} onClear={onClear} /> : null}
      </Popup>
      <Kbd hint>{modKey()} ↵</Kbd>
      <Button
        tone="primary"
        icon={Send}
        busy={isSending}
        disabled={isUnnamed || !canSend}
        onClick={onSend}
        className="min-h-11 sm:px-5"
      >
        {mode === 'batch' ? 'Batch Send' : 'Solo Send'}
      </Button>
    </div>
  )
}

const tones = {
  plain: { icon: undefined, ink: '' },
  ready: { icon: CircleCheck, ink: 'text-success' },
  caution: { icon: TriangleAlert, ink: 'text-warn-ink' },
}

const mostNamed = 24

const MoreNames = ({ names, label }: { names: string[]; label: string }) => (
  <details className="ml-1 inline-block" onBlur={closeWhenLeft} onKeyDown={closeOnEscape}>
    <summary className="list-none text-link">{label}</summary>
    <ul className="absolute bottom-full z-10 mb-2 flex w-72 flex-wrap gap-x-2.5 gap-y-1 max-sm:left-4 max-w-[calc(100vw-2rem)] rounded-lg border border-line bg-raised p-3.5 font-medium shadow-2">
      {names.slice(0, mostNamed).map((name) => (
        <li key={name} translate="no" className="wrap-anywhere">
          {name}
        </li>
      ))}
      {names.length > mostNamed ? <li>{words.andMore(names.length - mostNamed)}</li> : null}
    </ul>
  </details>
)
