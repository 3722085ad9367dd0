import { RotateCw } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { ReplyFlowRef } from '../../../machines/composer/replyFlow'
import * as words from '../../../schemas/composer/composer.words'
import { type ComposerForm, linkOf } from '../../../schemas/composer/draft'
import { buttons } from '../../../schemas/crud.words'
import { accountsPath } from '../../../schemas/paths'
import { Button, buttonClass, Field, Input } from '../../ui'
import { ProblemNote } from '../../ui/states/ProblemNote'
import { useComposer } from '../useComposer'
import type { ComposerFormControl } from './useComposerForm'

export interface LinkFieldProps {
  flow: ReplyFlowRef
  form: ComposerFormControl
  onKeep: (change: Partial<ComposerForm>) => void
}

export const LinkField = ({ flow, form, onKeep }: LinkFieldProps) => {
  const isFetching = useComposer(flow, (snapshot) => snapshot.matches({ work: { open: 'fetchingContent' } }))
  const isLocked = useComposer(flow, (_, isLocked) => isLocked)
  const result = useComposer(flow, ({ context }) => context.linkResult)
  const isTyped = useComposer(flow, ({ context }) => linkOf(context.form) !== '')
  const row = useRef<HTMLDivElement>(null)
  const wasTyped = useRef(isTyped)
  useLayoutEffect(() => {
    // After a send the operator types the next link, and on a phone its field is far above.
    if (wasTyped.current && !isTyped) row.current?.scrollIntoView({ block: 'nearest' })
    wasTyped.current = isTyped
  }, [isTyped])
  const fetchContent = async () => {
    if (!flow.getSnapshot().can(anyFetch)) return
    if (!(await form.trigger('tweet_url', { shouldFocus: true }))) return
    flow.send({ type: 'content.fetch', tweet_url: form.getValues('tweet_url') })
  }
  const fetchOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    void fetchContent()
  }
  const problem = form.formState.errors.tweet_url ? undefined : result?.problem
  return (
    <>
      <Field
        live
        label="X post link"
        error={form.formState.errors.tweet_url?.message ?? (result?.tone === 'error' ? result.message : undefined)}
        success={result?.tone === 'success' ? result.message : undefined}
      >
        <div ref={row} className="flex gap-2 @min-[36rem]:gap-3">
          <Input
            {...form.register('tweet_url', { onChange: (event) => onKeep({ tweet_url: event.target.value }) })}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://x.com/name/status/123"
            className="min-w-0 flex-1 truncate"
            onKeyDown={fetchOnEnter}
          />
          <Button busy={isFetching} disabled={isLocked} onClick={fetchContent} className="w-32 px-2! whitespace-nowrap">
            Get Content
          </Button>
        </div>
      </Field>
      {problem ? (
        <ProblemNote problem={problem}>
          {problem.next === 'connect' ? (
            <Link href={accountsPath} className={buttonClass({ size: 'sm' })}>
              Add Media Agent
            </Link>
          ) : problem.next === 'mend' ? (
            <Button size="sm" onClick={() => form.setFocus('tweet_url', { shouldSelect: true })}>
              {words.changeLink}
            </Button>
          ) : (
            <Button size="sm" icon={RotateCw} busy={isFetching} onClick={fetchContent}>
              {buttons.tryAgain}
            </Button>
          )}
        </ProblemNote>
      ) : null}
    </>
  )
}

const anyFetch = { type: 'content.fetch', tweet_url: '' } as const
