import { zodResolver } from '@hookform/resolvers/zod'
import { useSelector } from '@xstate/react'
import { useForm } from 'react-hook-form'
import { givingUp } from '../../machines/history/history.actors'
import type { TaskWatchRef } from '../../machines/history/taskWatch'
import { postedForm } from '../../schemas/composerForm'
import type { DecisionBody, TaskItem } from '../../schemas/tasks'
import { useMeta } from '../shell/metaContext'
import { useScreenActor } from '../shell/screenActor'
import { Button, ConfirmDialog, Field, Input } from '../ui'

/** What an operator can decide about an item whose outcome X did not confirm. */
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
  const question = useScreenActor(givingUp)
  const isAsked = useSelector(question, (snapshot) => snapshot.matches('open'))
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
        {/* Reachable while busy: closing its dialog gives it the focus, and what became of the item takes it from here. */}
        <Button
          size="sm"
          tone="quiet"
          aria-disabled={!canDecide || undefined}
          onClick={() => question.send({ type: 'open' })}
        >
          Give up
        </Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        question="Give up this reply?"
        detail="It counts as failed and is not looked for on X any more. If X has it, it stays there."
        confirmLabel="Give up"
        onConfirm={() => {
          question.send({ type: 'close' })
          decide({ action: 'give_up' })
        }}
        onCancel={() => question.send({ type: 'close' })}
      />
      <details className="text-xs">
        <summary className="min-h-6 leading-6 text-link">It was posted</summary>
        <form
          noValidate
          onSubmit={form.handleSubmit(({ tweet_url }) =>
            watch.send({ type: 'item.posted', item_id: item.id, tweet_url }),
          )}
          className="mt-1.5 flex flex-col gap-2"
        >
          <Field label="Link of the post" error={form.formState.errors.tweet_url?.message ?? fault}>
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
