import { zodResolver } from '@hookform/resolvers/zod'
import { useSelector } from '@xstate/react'
import { Undo2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { ActorRefFrom } from 'xstate'
import { useEffects } from '../../effects'
import type { editReplyMachine } from '../../machines/composer/editReply'
import type { ReplyRef } from '../../machines/composer/reply'
import * as words from '../../schemas/composer/composer.words'
import { type ContentForm, contentForm } from '../../schemas/composer/composerForm'
import { postLength, weightedLength } from '../../schemas/composer/postText'
import { buttons } from '../../schemas/crud.words'
import type { PostAuthor } from '../savedReplies/SavedReplyMenu'
import { useSideColumn } from '../shell/sideColumn'
import { Button, ConfirmDialog, Dialog, Field, Kbd, modKey, TextArea } from '../ui'
import { CounterRing } from '../ui/forms/CounterRing'
import { LazyPart } from '../ui/states/LazyPart'
import { lazy } from '../ui/states/lazy'
import { editButtonId } from './PartNote'

const SavedReplyMenu = lazy(() => import('../savedReplies/SavedReplyMenu'), { warm: true })

interface EditReplyDialogProps {
  card: ReplyRef
  edit: ActorRefFrom<typeof editReplyMachine>
  author: PostAuthor
  /** Of the reply, from 1. */
  number: number
}

const EditReplyDialog = ({ card, edit, author, number }: EditReplyDialogProps) => {
  useEffects(edit)
  const side = useSideColumn()
  const isLoading = useSelector(edit, (snapshot) => snapshot.matches('loading'))
  const isSaving = useSelector(edit, (snapshot) => snapshot.matches('saving'))
  const isAsking = useSelector(edit, (snapshot) => snapshot.matches('askingToDiscard'))
  const stored = useSelector(edit, ({ context }) => context.reply.content)
  const generated = useSelector(card, ({ context }) => context.reply.generated)
  const [unsaved] = useState(() => card.getSnapshot().context.unsaved)
  const form = useForm<ContentForm>({ resolver: zodResolver(contentForm), values: { content: unsaved ?? stored } })
  const content = useWatch({ control: form.control, name: 'content' })
  const save = form.handleSubmit((values) => edit.send({ type: 'reply.save', content: values.content }))
  const saveOnKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey === event.metaKey) return
    event.preventDefault()
    void save()
  }
  const roleId = useSelector(card, ({ context }) => context.reply.role_id)
  const field = useRef<HTMLTextAreaElement>(null)
  const keep = (text: string) => card.send({ type: 'edit.change', content: text })
  const { ref: registered, ...wired } = form.register('content', { onChange: ({ target }) => keep(target.value) })
  const cancel = () => edit.send({ type: 'reply.cancel' })
  useEffect(() => {
    if (side) return
    const post = document.querySelector('main article')
    post?.scrollIntoView()
    return () => document.getElementById(editButtonId(number))?.scrollIntoView({ block: 'nearest' })
  }, [side, number])
  useEffect(
    () => () => {
      const edited = document.getElementById(editButtonId(number))
      // The button is disabled until the composer shows the end of the edit.
      queueMicrotask(() => {
        if (document.activeElement === document.body) edited?.focus({ preventScroll: true })
      })
    },
    [number],
  )
  return (
    <Dialog
      open
      sheet
      side={side}
      title="Reply Content"
      busy={isSaving}
      onClose={() => edit.send({ type: 'dialog.leave', content })}
      footer={
        <>
          <Kbd hint>{modKey()} ↵</Kbd>
          <Button disabled={isSaving} onClick={cancel}>
            {buttons.cancel}
          </Button>
          <Button tone="primary" type="submit" form="reply-content" busy={isSaving} disabled={isLoading}>
            Save
          </Button>
        </>
      }
    >
      <form id="reply-content" noValidate onSubmit={save} onKeyDown={saveOnKey} aria-busy={isLoading || undefined}>
        <Field label="Reply Content" labelHidden error={form.formState.errors.content?.message}>
          <TextArea
            {...wired}
            ref={(element) => {
              registered(element)
              field.current = element
            }}
            data-autofocus
            dir="auto"
            readOnly={isLoading || isSaving}
            rows={6}
            className="min-h-38 text-lg"
          />
        </Field>
        <div className="mt-2 flex min-h-8 items-center gap-2">
          {content !== generated ? (
            <button
              type="button"
              disabled={isLoading || isSaving}
              className="inline-flex min-h-8 items-center gap-2 text-xs font-semibold text-primary-ink"
              onClick={() => {
                form.setValue('content', generated, { shouldDirty: true })
                keep(generated)
              }}
            >
              <Undo2 aria-hidden="true" className="size-4 text-ink-2" />
              <span className="text-link">{words.restoreGenerated}</span>
            </button>
          ) : null}
          <CounterRing full used={weightedLength(content)} max={postLength} className="ml-auto" />
        </div>
      </form>
      {roleId === undefined ? null : (
        // Reserves the menu's space, so that Save does not move when the menu arrives.
        <div className="flow-root min-h-21 sm:min-h-12">
          <LazyPart>
            <SavedReplyMenu
              roleId={roleId}
              author={author}
              field={field}
              text={content}
              disabled={isLoading || isSaving}
            />
          </LazyPart>
        </div>
      )}
      <ConfirmDialog
        open={isAsking}
        question={words.closeUnsaved}
        detail={words.closeUnsavedDetail}
        confirmLabel="Discard"
        onConfirm={() => edit.send({ type: 'leave.confirm' })}
        onCancel={() => edit.send({ type: 'leave.cancel' })}
      />
    </Dialog>
  )
}

export default EditReplyDialog
