import { Send } from 'lucide-react'
import { type Ref, useMemo } from 'react'
import type { ReplyFlowRef } from '../../machines/composer/replyFlow'
import type { Account } from '../../schemas/accounts/accounts'
import * as words from '../../schemas/composer/composer.words'
import { isInDoubt, isPostOf, type SendMode } from '../../schemas/composer/draft'
import type { Eligibility } from '../../schemas/composer/eligibility'
import type { LeakFinder } from '../../schemas/composer/leaks'
import { authorOf } from '../../schemas/composer/postLink'
import { atHandle } from '../../schemas/handle'
import { isOurs } from '../../schemas/system'
import { useMeta } from '../shell/metaContext'
import { Button, counted, Kbd, modKey } from '../ui'
import { LazyPart } from '../ui/states/LazyPart'
import { lazy } from '../ui/states/lazy'
import { closeOnEscape, closeWhenLeft } from '../ui/windows/Popup'
import {
  answerSummary,
  type Judged,
  judgedBy,
  refusalNote,
  repeatsOf,
  type ShownSender,
  stillFree,
} from './fields/answerable'
import { repeatWarning, warningsOf } from './replyText'
import { useComposer } from './useComposer'

const SendPrice = lazy(() => import('./SendPrice'))
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
  /** The place of the send options. */
  options?: Ref<HTMLSpanElement> | undefined
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
  options,
}: SendBarProps) => {
  const replies = useComposer(flow, ({ context }) => context.replies)
  const author = useComposer(flow, ({ context }) => authorOf(context.post))
  const meta = useMeta()
  const isSending = useComposer(flow, (snapshot) => snapshot.matches({ work: 'sending' }))
  const canSend = useComposer(flow, (snapshot) => snapshot.can(anySend(mode)))
  const judged = eligibility ? judgedBy(eligibility, accounts) : undefined
  const free = judged && stillFree(judged)
  const active = free?.map(({ account }) => account) ?? accounts.filter(({ is_active }) => is_active)
  const answered = judged ? judged.length - active.length : 0
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
  const warnings = [
    ...(isDoubted ? [words.doubtful(isOurs(meta))] : []),
    ...(isUnnamed ? [words.accountsChanged] : []),
    ...(meta.model_stand_in && replies.some(({ content, generated }) => content === generated)
      ? [words.writtenByStandIn]
      : []),
    ...(replies.length > 0 && isOfOtherPost ? [words.otherPost] : []),
    ...aboutTexts,
    ...(eligibility ? repeatWarning(repeatsOf(eligibility, replies, senders)) : []),
    ...(eligibility?.declined === undefined
      ? [
          ...(accounts.length > 0 && !(mode === 'solo' && answered > 0)
            ? shortageOf(replies.length, accounts.length, active.length, answered)
            : []),
          ...(judged && judged.length > 0 && (replies.length > 0 || active.length === 0)
            ? answerNotes(judged, mode, replies.length)
            : []),
        ]
      : [declinedNote(eligibility.declined, replies.length)]),
  ]
  return (
    <div className="flex items-center gap-x-3 gap-y-2">
      <div className="min-w-0 flex-1">
        <div className="text-sm sm:text-md">
          {replies.length === 0 ? (
            <p className="text-ink-2">{words.nothingToSend}</p>
          ) : mode === 'batch' ? (
            <BatchSentence
              replies={replies.length}
              author={author}
              groupName={groupName}
              active={active}
              isInOrder={eligibility?.order !== undefined}
            />
          ) : (
            <p>
              <strong className="font-semibold">{counted(1, 'reply')}</strong>
              <ToAuthor author={author} />
              {accounts[0] ? (
                <>
                  {' '}
                  {words.through}{' '}
                  <strong translate="no" className="font-semibold wrap-anywhere">
                    {atHandle(accounts[0].username)}
                  </strong>
                </>
              ) : (
                words.noAccountChosen
              )}
            </p>
          )}
        </div>
        {replies.length > 0 && active.length > 0 ? (
          <LazyPart>
            <SendPrice replies={sentByApi(replies.slice(0, active.length), free, eligibility)} />
          </LazyPart>
        ) : null}
        {warnings.map((warning) => (
          <p key={warning} className="text-xs text-ink-2">
            {warning}
          </p>
        ))}
      </div>
      {hasSteps ? (
        <LazyPart>
          <UndoButtons flow={flow} />
        </LazyPart>
      ) : null}
      <span ref={options} className="min-w-8 empty:hidden" />
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

interface ToAuthorProps {
  author: string | undefined
}

const ToAuthor = ({ author }: ToAuthorProps) =>
  author ? (
    <>
      {' '}
      {words.to}{' '}
      <strong translate="no" className="font-semibold wrap-anywhere">
        {atHandle(author)}
      </strong>
    </>
  ) : null

type BatchSentenceProps = AccountNamesProps & ToAuthorProps & { groupName: string }

const BatchSentence = ({ replies, author, groupName, active, isInOrder }: BatchSentenceProps) => {
  const what = (
    <>
      <strong className="font-semibold">{counted(replies, 'reply', 'replies')}</strong>
      <ToAuthor author={author} />
    </>
  )
  if (groupName === '')
    return (
      <p>
        {what}
        {words.noGroupChosen}
      </p>
    )
  return (
    <div>
      {what} {words.through}{' '}
      <strong dir="auto" className="font-semibold wrap-anywhere">
        {groupName}
      </strong>
      , <AccountNames replies={replies} active={active} isInOrder={isInOrder} />
    </div>
  )
}

const mostNamed = 24

interface AccountNamesProps {
  replies: number
  active: Account[]
  isInOrder: boolean
}

const AccountNames = ({ replies, active, isInOrder }: AccountNamesProps) => {
  const count = counted(active.length, 'account')
  if (active.length === 0) return <span>{count}</span>
  return (
    <details className="inline-block" onBlur={closeWhenLeft} onKeyDown={closeOnEscape}>
      <summary className="list-none text-link">{count}</summary>
      <div className="absolute bottom-full z-10 mb-2 w-72 max-sm:left-4 max-w-[calc(100vw-2rem)] rounded-lg border border-line bg-raised p-3.5 text-xs shadow-2">
        <p className="text-ink-2">{words.senders(replies, active.length, isInOrder)}</p>
        <ul className="mt-1.5 flex flex-wrap gap-x-2.5 gap-y-1 font-medium">
          {active.slice(0, mostNamed).map(({ id, username }) => (
            <li key={id} translate="no" className="wrap-anywhere">
              {atHandle(username)}
            </li>
          ))}
          {active.length > mostNamed ? <li>{words.andMore(active.length - mostNamed)}</li> : null}
        </ul>
      </div>
    </details>
  )
}

/** Replies that a person posts cost nothing. */
const sentByApi = (replies: { content: string }[], judged: Judged[] | undefined, eligibility?: Eligibility) =>
  replies.flatMap(({ content }, index) => {
    const verdict = judged?.[index]?.verdict
    if (verdict === 'refused') return []
    return [{ content, isSummoned: verdict === 'allowed' && eligibility?.rule === 'summoned' }]
  })

const declinedNote = (why: string, replies: number): string => (replies > 0 ? words.notSentBecause(why) : why)

const answerNotes = (judged: Judged[], mode: SendMode, replies: number): string[] => {
  const note = refusalNote(judged, replies)
  const [only] = judged
  if (mode === 'solo' && only?.verdict === 'answered') return [words.cannotSendAgain(only.reason)]
  if (mode === 'solo' && only?.earlier) return [note ? `${note} ${only.reason}` : only.reason]
  if (mode === 'solo') return note && only ? [`${note} ${only.reason}`] : []
  return [`${answerSummary(judged)}.${note ? ` ${note}` : ''}`]
}

const shortageOf = (replies: number, accounts: number, free: number, answered: number): string[] => {
  return replies <= free ? [] : [words.tooFewAccounts(free, accounts, answered)]
}
