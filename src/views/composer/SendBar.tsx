import { Send } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useMemo } from 'react'
import type { ReplyFlowRef } from '../../machines/composer/replyFlow'
import type { Account } from '../../schemas/accounts'
import { isInDoubt, isPostOf, type SendMode } from '../../schemas/draft'
import type { Eligibility } from '../../schemas/eligibility'
import { atHandle } from '../../schemas/handle'
import type { LeakFinder } from '../../schemas/leaks'
import { authorOf } from '../../schemas/postLink'
import { useMeta } from '../shell/metaContext'
import { Button, counted, Kbd, modKey } from '../ui'
import { LazyPart } from '../ui/LazyPart'
import { lazy } from '../ui/lazy'
import { answerSummary, type Judged, judgedBy, refusalNote, repeatsOf, sendersOf, stillFree } from './answerable'
import { repeatWarning, warningsOf } from './replyText'
import { useShown } from './useShown'

const SendPrice = lazy(() => import('./SendPrice'))
const UndoButtons = lazy(() => import('./UndoButtons'))

export interface SendBarProps {
  flow: ReplyFlowRef
  mode: SendMode
  groupName: string
  /** Of the chosen group, or the chosen one alone. */
  accounts: Account[]
  /** Which of them may answer the post, where the server says it. */
  eligibility: Eligibility | undefined
  /** Whether a reply would go through a media agent that is not known yet: nothing is sent until it is said. */
  isUnnamed: boolean
  findLeaks: LeakFinder
  onSend: () => void
}

/** Stands for any send of a mode where it is asked whether one is possible. */
export const anySend = (mode: SendMode) =>
  ({
    type: 'replies.send',
    target: mode === 'batch' ? { group_name: '' } : { twitter_account_id: 0 },
  }) as const

/** Says in one sentence what a click will do, and what is worth a look before it. */
export const SendBar = ({
  flow,
  mode,
  groupName,
  accounts,
  eligibility,
  isUnnamed,
  findLeaks,
  onSend,
}: SendBarProps) => {
  const replies = useShown(flow, ({ context }) => context.replies)
  const author = useShown(flow, ({ context }) => authorOf(context.post))
  const { model_stand_in } = useMeta()
  const isSending = useShown(flow, (snapshot) => snapshot.matches({ work: 'sending' }))
  const canSend = useShown(flow, (snapshot) => snapshot.can(anySend(mode)))
  const judged = eligibility ? judgedBy(eligibility, accounts) : undefined
  const free = judged && stillFree(judged)
  const active = free?.map(({ account }) => account) ?? accounts.filter(({ is_active }) => is_active)
  const answered = judged ? judged.length - active.length : 0
  const isDoubted = useShown(flow, (snapshot) => isInDoubt(snapshot.context) && !snapshot.matches({ work: 'sending' }))
  const isOfOtherPost = useShown(flow, ({ context }) => context.post !== undefined && !isPostOf(context))
  const hasSteps = useShown(flow, ({ context: { earlier, later } }) => Boolean(earlier?.length || later?.length))
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
    ...(isDoubted ? [doubtWarning] : []),
    ...(isUnnamed ? [unnamedWarning] : []),
    ...(model_stand_in && replies.some(({ content, generated }) => content === generated) ? [standInWarning] : []),
    ...(replies.length > 0 && isOfOtherPost ? [otherPostWarning] : []),
    ...aboutTexts,
    ...(eligibility ? repeatWarning(repeatsOf(eligibility, replies, sendersOf(mode, accounts, eligibility))) : []),
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
            <p className="text-ink-2">Nothing to send yet.</p>
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
              <strong className="font-semibold">1 reply</strong>
              <ToAuthor author={author} />
              {accounts[0] ? (
                <>
                  {' '}
                  through{' '}
                  <strong translate="no" className="font-semibold wrap-anywhere">
                    {atHandle(accounts[0].username)}
                  </strong>
                </>
              ) : (
                ', no media agent chosen yet'
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

const standInWarning = 'The stand-in for the model wrote this: it is not sent to the real X until you rewrite it.'
const doubtWarning = 'It is not known whether this was sent. Send it again: nothing is sent twice.'
const unnamedWarning = 'The media agents of this group have changed: they are read again before anything is sent.'
const otherPostWarning = 'The link is not that of the post above: get its content before you send.'

interface ToAuthorProps {
  /** Undefined where neither X nor the link names one. */
  author: string | undefined
}

/** Which post is answered. */
const ToAuthor = ({ author }: ToAuthorProps) =>
  author ? (
    <>
      {' '}
      to{' '}
      <strong translate="no" className="font-semibold wrap-anywhere">
        {atHandle(author)}
      </strong>
    </>
  ) : null

type BatchSentenceProps = AccountNamesProps & ToAuthorProps & { groupName: string }

const BatchSentence = ({ replies, author, groupName, active, isInOrder }: BatchSentenceProps) => {
  const what = (
    <>
      <strong className="font-semibold">{replies === 1 ? '1 reply' : `${replies} replies`}</strong>
      <ToAuthor author={author} />
    </>
  )
  if (groupName === '') return <p>{what}, no group chosen yet</p>
  return (
    <div>
      {what} through{' '}
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
  /** Those that a reply may be sent through. */
  active: Account[]
  /** Whether the replies go to the active ones in this order. */
  isInOrder: boolean
}

const AccountNames = ({ replies, active, isInOrder }: AccountNamesProps) => {
  const count = counted(active.length, 'account')
  if (active.length === 0) return <span>{count}</span>
  return (
    <details className="inline-block" onBlur={closeWhenLeft} onKeyDown={closeOnEscape}>
      <summary className="list-none text-link">{count}</summary>
      <div className="absolute bottom-full z-10 mb-2 w-72 max-sm:left-4 max-w-[calc(100vw-2rem)] rounded-lg border border-line bg-raised p-3.5 text-xs shadow-2">
        <p className="text-ink-2">
          {replies < active.length
            ? `${isInOrder ? `The first ${replies === 1 ? 'one' : replies}` : counted(replies, 'account')} of these ${active.length} active accounts, one reply each:`
            : `One reply each, through these active accounts${isInOrder ? ', in this order' : ''}:`}
        </p>
        <ul className="mt-1.5 flex flex-wrap gap-x-2.5 gap-y-1 font-medium">
          {active.slice(0, mostNamed).map(({ id, username }) => (
            <li key={id} translate="no" className="wrap-anywhere">
              {atHandle(username)}
            </li>
          ))}
          {active.length > mostNamed ? <li>and {active.length - mostNamed} more</li> : null}
        </ul>
      </div>
    </details>
  )
}

/** Those that X takes by API, or may: what a person posts costs nothing. */
const sentByApi = (replies: { content: string }[], judged: Judged[] | undefined, eligibility?: Eligibility) =>
  replies.flatMap(({ content }, index) => {
    const verdict = judged?.[index]?.verdict
    if (verdict === 'refused') return []
    return [{ content, isSummoned: verdict === 'allowed' && eligibility?.rule === 'summoned' }]
  })

/** The server sends nothing to who asked to be left alone. */
const declinedNote = (why: string, replies: number): string => (replies > 0 ? `Nothing is sent. ${why}` : why)

/** Who may answer the post, and what X will do with what is sent. */
const answerNotes = (judged: Judged[], mode: SendMode, replies: number): string[] => {
  const note = refusalNote(judged, replies)
  const [only] = judged
  if (mode === 'solo' && only?.verdict === 'answered') return [`Nothing more is sent through it. ${only.reason}`]
  if (mode === 'solo' && only?.earlier) return [note ? `${note} ${only.reason}` : only.reason]
  if (mode === 'solo') return note && only ? [`${note} ${only.reason}`] : []
  return [`${answerSummary(judged)}.${note ? ` ${note}` : ''}`]
}

const closeWhenLeft = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>) => {
  if (!currentTarget.contains(relatedTarget)) currentTarget.open = false
}

const closeOnEscape = ({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>) => {
  if (key === 'Escape') currentTarget.open = false
}

const shortageOf = (replies: number, accounts: number, free: number, answered: number): string[] => {
  if (replies <= free) return []
  const of = `${free} of ${counted(accounts, 'account')}`
  return [
    answered > 0
      ? `${of} may still answer; every reply needs its own.`
      : `${of} ${accounts === 1 ? 'is' : 'are'} active; every reply needs its own.`,
  ]
}
