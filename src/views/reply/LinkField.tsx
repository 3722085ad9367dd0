import type { KeyboardEvent } from 'react'
import type { ReplyFlowRef } from '../../machines/replyFlow'
import type { ComposerForm } from '../../schemas/draft'
import { Button, Field, Input } from '../ui'
import type { ComposerFormControl } from './useComposerForm'
import { useShown } from './useShown'

export interface LinkFieldProps {
  flow: ReplyFlowRef
  form: ComposerFormControl
  onKeep: (change: Partial<ComposerForm>) => void
}

/** The link of the post, with the button that fetches it and what came of that. */
export const LinkField = ({ flow, form, onKeep }: LinkFieldProps) => {
  const isFetching = useShown(flow, (snapshot) => snapshot.matches('fetchingContent'))
  const isLocked = useShown(flow, (_, isFelt) => isFelt)
  const result = useShown(flow, ({ context }) => context.linkResult)
  const fetchContent = async () => {
    if (!flow.getSnapshot().can(anyFetch)) return
    if (!(await form.trigger('tweet_url', { shouldFocus: true }))) return
    flow.send({ type: 'content.fetch', tweet_url: form.getValues('tweet_url').trim() })
  }
  const fetchOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void fetchContent()
  }
  return (
    <Field
      live
      label="X post link"
      error={form.formState.errors.tweet_url?.message ?? (result?.tone === 'error' ? result.message : undefined)}
      success={result?.tone === 'success' ? result.message : undefined}
    >
      <div className="flex gap-2">
        <Input
          {...form.register('tweet_url', { onChange: (event) => onKeep({ tweet_url: event.target.value }) })}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://x.com/name/status/123"
          className="min-w-0 flex-1 truncate"
          onKeyDown={fetchOnEnter}
        />
        <Button busy={isFetching} disabled={isLocked} onClick={fetchContent}>
          Get Content
        </Button>
      </div>
    </Field>
  )
}

const anyFetch = { type: 'content.fetch', tweet_url: '' } as const
