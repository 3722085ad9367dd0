import { zodResolver } from '@hookform/resolvers/zod'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { TaskWatchRef } from '../../machines/history/taskWatch'
import { postedForm } from '../../schemas/composer/composerForm'
import * as words from '../../schemas/history/history.words'
import type { DecisionBody, TaskItem } from '../../schemas/history/tasks'
import { useMeta } from '../shell/metaContext'
import { Button, ConfirmDialog, Field, Input } from '../ui'

export const Decision = ({ item, watch }: { item: TaskItem; watch: TaskWatchRef }) => {
  const canDecide = useSelector(watch, (snapshot) =>
    snapshot.can({ type: 'item.decide', item_id: item.id, decision: { action: 'check_again' } }),
  )
  const canConfirm = useSelector(watch, (snapshot) =>
    snapshot.can({ type: 'item.posted', item_id: item.id, tweet_url: '' }),
  )
  const decide = (decision: DecisionBody) => watch.send({ type: 'item.decide', item_id: item.id, decision })
  const fault = useSelector(watch, ({ context: { confirmed } }) =>
    confirmed?.item_id === item.id ? confirmed.fault : undefined,
  )
  const [isAsked, setAsked] = useState(false)
  const { x_post_base_url } = useMeta()
  const form = useForm({ resolver: zodResolver(postedForm(x_post_base_url)), defaultValues: { tweet_url: '' } })
  return (
    <div className="flex w-full flex-col gap-2">
      <div className="flex flex-wrap gap-1.5">
        <Button size="sm" disabled={!canDecide} onClick={() => decide({ action: 'check_again' })}>
          Check again
        </Button>
        <Button size="sm" disabled={!canDecide} onClick={() => decide({ action: 'send_again' })}>
          Send again
        </Button>
        {/* Focusable while busy, because closing its dialog returns the focus to it. */}
        <Button size="sm" tone="quiet" aria-disabled={!canDecide || undefined} onClick={() => setAsked(true)}>
          Give up
        </Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        question={words.giveUpQuestion}
        detail={words.giveUpDetail}
        confirmLabel="Give up"
        onConfirm={() => {
          setAsked(false)
          decide({ action: 'give_up' })
        }}
        onCancel={() => setAsked(false)}
      />
      <details className="text-xs">
        <summary className="min-h-6 leading-6 text-link">{words.wasPosted}</summary>
        <form
          noValidate
          onSubmit={form.handleSubmit(({ tweet_url }) =>
            watch.send({ type: 'item.posted', item_id: item.id, tweet_url }),
          )}
          className="mt-1.5 flex flex-col gap-2"
        >
          <Field label={words.linkOfPost} error={form.formState.errors.tweet_url?.message ?? fault}>
            <Input {...form.register('tweet_url')} inputMode="url" autoComplete="off" spellCheck={false} />
          </Field>
          <Button size="sm" type="submit" disabled={!canConfirm} className="self-start">
            Confirm
          </Button>
        </form>
      </details>
    </div>
  )
}
