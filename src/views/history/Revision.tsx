import { zodResolver } from '@hookform/resolvers/zod'
import { useSelector } from '@xstate/react'
import { PencilLine } from 'lucide-react'
import { useForm, useWatch } from 'react-hook-form'
import { useEffects } from '../../effects'
import { revision } from '../../machines/history/history.actors'
import type { RevisionRef } from '../../machines/history/revision'
import { type ContentForm, contentForm } from '../../schemas/composer/composerForm'
import { postLength, weightedLength } from '../../schemas/composer/postText'
import type { Reply } from '../../schemas/composer/replies'
import { buttons } from '../../schemas/crud.words'
import * as words from '../../schemas/history/history.words'
import { useForgottenOnce } from '../crud/typedForm'
import { useLogic } from '../shell/logicContext'
import { useScreenActor } from '../shell/screenActor'
import { Button, Dialog, Field, TextArea } from '../ui'
import { CounterRing } from '../ui/forms/CounterRing'

/** Rewrites a reply that X refused. The text survives leaving the page and an expired session until it is sent. */
export const Revision = ({ reply, accountId }: { reply: Reply; accountId: number }) => {
  const { typed } = useLogic()
  const formName = `revision ${reply.reply_id}`
  const content = typed.get<string>(formName) ?? reply.content
  const actor = useScreenActor(revision, { ...reply, content, account_id: accountId })
  useEffects(actor)
  useForgottenOnce(actor, 'navigate', formName)
  const isOpen = useSelector(actor, (snapshot) => !snapshot.matches('closed'))
  return (
    <>
      <Button size="sm" icon={PencilLine} onClick={() => actor.send({ type: 'revision.open' })}>
        {words.editAndResend}
      </Button>
      {isOpen ? <RevisionDialog actor={actor} onType={(text) => typed.set(formName, text)} /> : null}
    </>
  )
}

const RevisionDialog = ({ actor, onType }: { actor: RevisionRef; onType: (content: string) => void }) => {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const form = useForm<ContentForm>({
    resolver: zodResolver(contentForm),
    defaultValues: { content: actor.getSnapshot().context.content },
  })
  const content = useWatch({ control: form.control, name: 'content' })
  const cancel = () => actor.send({ type: 'revision.cancel' })
  return (
    <Dialog
      open
      title="Reply Content"
      description={words.resendDetail}
      busy={busy}
      onClose={cancel}
      footer={
        <>
          <Button disabled={busy} onClick={cancel}>
            {buttons.cancel}
          </Button>
          <Button tone="primary" type="submit" form="revised-content" busy={busy}>
            Send
          </Button>
        </>
      }
    >
      <form
        id="revised-content"
        noValidate
        onSubmit={form.handleSubmit((values) => actor.send({ type: 'revision.submit', ...values }))}
      >
        <Field label="Reply Content" labelHidden error={form.formState.errors.content?.message}>
          <TextArea
            {...form.register('content', {
              onChange: ({ target }) => {
                actor.send({ type: 'revision.change', content: target.value })
                onType(target.value)
              },
            })}
            data-autofocus
            dir="auto"
            readOnly={busy}
            rows={6}
            className="min-h-38 text-lg"
          />
        </Field>
        <div className="mt-2 flex justify-end">
          <CounterRing full used={weightedLength(content)} max={postLength} />
        </div>
      </form>
    </Dialog>
  )
}
