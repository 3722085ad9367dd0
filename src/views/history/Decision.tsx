import { zodResolver } from '@hookform/resolvers/zod'
import { useSelector } from '@xstate/react'
import { useForm } from 'react-hook-form'
import type { TaskWatchRef } from '../../machines/taskWatch'
import { linkForm } from '../../schemas/composerForm'
import type { DecisionBody, TaskItem } from '../../schemas/tasks'
import { Button, Field, Input } from '../ui'

/** What an operator can decide about an item whose outcome X did not confirm. */
export const Decision = ({ item, watch }: { item: TaskItem; watch: TaskWatchRef }) => {
  const canDecide = useSelector(watch, (snapshot) =>
    snapshot.can({ type: 'item.decide', item_id: item.id, decision: { action: 'check_again' } }),
  )
  const decide = (decision: DecisionBody) => watch.send({ type: 'item.decide', item_id: item.id, decision })
  const form = useForm({ resolver: zodResolver(linkForm), defaultValues: { tweet_url: '' } })
  return (
    <div className="flex w-full flex-col gap-2">
      <div className="flex flex-wrap gap-1.5">
        <Button size="sm" disabled={!canDecide} onClick={() => decide({ action: 'check_again' })}>
          Check again
        </Button>
        <Button size="sm" disabled={!canDecide} onClick={() => decide({ action: 'send_again' })}>
          Send again
        </Button>
        <Button size="sm" tone="quiet" disabled={!canDecide} onClick={() => decide({ action: 'give_up' })}>
          Give up
        </Button>
      </div>
      <details className="text-xs">
        <summary className="min-h-6 leading-6 text-link">It was posted</summary>
        <form
          noValidate
          onSubmit={form.handleSubmit(({ tweet_url }) => decide({ action: 'posted', tweet_url }))}
          className="mt-1.5 flex flex-col gap-2"
        >
          <Field label="Link of the post" error={form.formState.errors.tweet_url?.message}>
            <Input {...form.register('tweet_url')} inputMode="url" autoComplete="off" spellCheck={false} />
          </Field>
          <Button size="sm" type="submit" disabled={!canDecide} className="self-start">
            Confirm
          </Button>
        </form>
      </details>
    </div>
  )
}
