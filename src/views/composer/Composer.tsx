import { useSelector } from '@xstate/react'
import { type Ref, useCallback, useMemo, useState } from 'react'
import type { ComposerListsRef } from '../../machines/composer/composerLists'
import type { ReplyFlowRef, ReplyId } from '../../machines/composer/replyFlow'
import { type RecordId, recordId } from '../../schemas/base'
import { inOrderOf, sendersOf, unnamedIn } from '../../schemas/composer/answerable'
import { targetOf } from '../../schemas/composer/composerForm'
import type { Sender, SendMode } from '../../schemas/composer/draft'
import type { Eligibility } from '../../schemas/composer/eligibility'
import { createLeakFinder } from '../../schemas/composer/leaks'
import { authorOf } from '../../schemas/composer/postLink'
import { atHandle } from '../../schemas/handle'
import { isCovered, useShortcut } from '../shell/palette/shortcut'
import { cx } from '../ui'
import { LazyPart } from '../ui/states/LazyPart'
import { lazy, useWarmUp } from '../ui/states/lazy'
import { Part } from '../ui/states/Part'
import { BottomBar } from './BottomBar'
import { Checklist } from './Checklist'
import { DraftNote } from './DraftNote'
import { ComposerFields } from './fields/ComposerFields'
import { lacksChoices, useChoices } from './fields/choices'
import { useComposerForm } from './fields/useComposerForm'
import { Preview } from './Preview'
import { anySend, SendBar } from './SendBar'
import { useComposer } from './useComposer'
import { useFocusOnResult } from './useFocusOnResult'

const EditReplyDialog = lazy(() => import('./EditReplyDialog'), { warm: true })
const EligibilityReader = lazy(() => import('./fields/EligibilityReader'))
const SentResult = lazy(() => import('./SentResult'), { warm: true })

const noSenders: Sender[] = []

export interface ComposerProps {
  flow: ReplyFlowRef
  lists: ComposerListsRef
  mode: SendMode
  options?: Ref<HTMLDivElement> | undefined
}

export const Composer = ({ flow, lists, mode, options }: ComposerProps) => {
  const choices = useChoices(lists)
  const groupName = useComposer(flow, ({ context }) => context.form.group_name)
  const accountId = useComposer(flow, ({ context }) => context.form.account_id)
  const roleId = useComposer(flow, ({ context }) => context.form.role_id)
  const sent = useComposer(flow, ({ context }) => context.sent)
  const editing = useComposer(flow, ({ context }) =>
    context.cards.find((card) => card.getSnapshot().matches({ text: 'editing' })),
  )
  const editedNumber = useComposer(flow, ({ context }) => (editing ? context.cards.indexOf(editing) + 1 : 0))
  const edit = useSelector(editing, (snapshot) => snapshot?.children.edit)
  const isBlank = useComposer(flow, ({ context }) => context.post === undefined && context.replies.length === 0)

  const groupIsKnown = groupName !== '' && !choices.accounts.isLoading && !choices.accounts.isFailed
  const inGroup = choices.accounts.items.filter(({ group }) => group === groupName)
  const form = useComposerForm(flow, mode, groupIsKnown ? inGroup.length : undefined)
  const accounts = mode === 'batch' ? inGroup : choices.accounts.items.filter(({ id }) => String(id) === accountId)
  const isChosen = mode === 'batch' ? groupIsKnown : accountId !== ''
  const post = useComposer(flow, ({ context }) => context.post)
  const isOfGroup = mode === 'batch' && groupName !== ''
  const [lastRead, setLastRead] = useState<Eligibility>()
  const senders = useComposer(flow, ({ context }) => context.senders) ?? noSenders
  const read = lastRead ?? post?.eligibility
  const eligibility = useMemo(() => read && inOrderOf(senders, read), [senders, read])
  const shownSenders = useMemo(
    () =>
      mode === 'solo'
        ? accounts.map(({ username }) => ({ handle: atHandle(username), was: undefined }))
        : sendersOf(senders, choices.accounts.items),
    [mode, accounts, senders, choices.accounts.items],
  )
  const isUnnamed = lastRead !== undefined && unnamedIn(lastRead, inGroup).length > 0
  const nameOf = (id: string) => choices.roles.items.find((role) => String(role.id) === id)?.name ?? ''

  const findLeaks = useMemo(() => createLeakFinder(choices.roles.items), [choices.roles.items])

  const { trigger, getValues } = form
  const withRole = useCallback(
    async (proceed: (roleId: RecordId) => void) => {
      if (await trigger('role_id', { shouldFocus: true })) proceed(recordId(getValues('role_id')))
    },
    [trigger, getValues],
  )
  const rewrite = useCallback(
    (reply_id: ReplyId, wish?: string) =>
      withRole((role_id) => flow.send({ type: 'reply.rewrite', reply_id, role_id, wish })),
    [flow, withRole],
  )
  const send = () => {
    if (isUnnamed || !flow.getSnapshot().can(anySend(mode))) return
    const target = targetOf(mode, getValues())
    if (target) flow.send({ type: 'replies.send', target })
    else void trigger(mode === 'batch' ? 'group_name' : 'account_id', { shouldFocus: true })
  }
  useShortcut('enter', 'mod', () => {
    if (!isCovered()) send()
  })
  const focusLink = () => form.setFocus('tweet_url')
  const goToLink = () => form.setFocus('tweet_url', { shouldSelect: true })
  useShortcut('/', 'plain', goToLink)
  useShortcut('c', 'plain', goToLink)
  const getContent = (tweet_url: string) => {
    form.clearErrors('tweet_url')
    form.setValue('tweet_url', tweet_url)
    flow.send({ type: 'draft.change', form: { tweet_url } })
    flow.send({ type: 'content.fetch', tweet_url })
  }
  const result = useFocusOnResult(sent)

  useWarmUp(!choices.accounts.isLoading)

  return (
    <>
      <div className={cx('flex max-w-5xl flex-col gap-3 pb-6 **:scroll-mb-36', !sent && 'flex-1')}>
        <Part>
          <ComposerFields
            flow={flow}
            form={form}
            mode={mode}
            choices={choices}
            accountsInGroup={groupIsKnown ? inGroup : undefined}
          />
        </Part>
        <Part>
          {sent ? null : isBlank && lacksChoices(choices) ? (
            <Checklist lists={lists} choices={choices} />
          ) : (
            <Preview
              flow={flow}
              mode={mode}
              accounts={isChosen ? accounts : choices.accounts.items}
              eligibility={eligibility}
              senders={shownSenders}
              onTry={getContent}
              inGroup={groupIsKnown ? inGroup.length : undefined}
              writerOf={({ role_id }) => nameOf(role_id === undefined ? roleId : String(role_id))}
              findLeaks={findLeaks}
              onAdd={() => withRole((role_id) => flow.send({ type: 'reply.add', role_id }))}
              onRewrite={rewrite}
              note={<DraftNote flow={flow} mode={mode} onClear={focusLink} />}
            />
          )}
        </Part>
      </div>
      {sent ? (
        <section ref={result} tabIndex={-1} aria-label="Sent" className="flex flex-1 flex-col outline-none">
          <LazyPart>
            <SentResult
              sent={sent}
              onDismiss={() => {
                flow.send({ type: 'result.dismiss' })
                focusLink()
              }}
              onUndone={() => flow.send({ type: 'send.takenBack' })}
            />
          </LazyPart>
        </section>
      ) : (
        <BottomBar label="Send">
          <Part>
            <SendBar
              flow={flow}
              mode={mode}
              groupName={groupName}
              accounts={accounts}
              eligibility={eligibility}
              senders={shownSenders}
              isUnnamed={isUnnamed}
              findLeaks={findLeaks}
              onSend={send}
              onClear={focusLink}
              options={options}
            />
          </Part>
        </BottomBar>
      )}
      {post?.eligibility && (inGroup.length > 0 || !isOfGroup) ? (
        <LazyPart>
          <EligibilityReader
            key={JSON.stringify([post.tweet_id, isOfGroup && groupName])}
            tweetId={String(post.tweet_id)}
            group={isOfGroup ? groupName : ''}
            onRead={setLastRead}
            accounts={inGroup}
            flow={flow}
            onUnnamed={choices.accounts.reload}
          />
        </LazyPart>
      ) : null}
      {editing && edit ? (
        <LazyPart>
          <EditReplyDialog
            card={editing}
            edit={edit}
            author={{ name: post?.author_name, handle: authorOf(post) }}
            number={editedNumber}
          />
        </LazyPart>
      ) : null}
    </>
  )
}
