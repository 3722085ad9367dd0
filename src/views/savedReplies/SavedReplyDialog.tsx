import { zodResolver } from '@hookform/resolvers/zod'
import { useSelector } from '@xstate/react'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import type { SavedRepliesRef } from '../../machines/savedReplies/savedReplies'
import { buttons } from '../../schemas/crud.words'
import { type SavedReplyBody, savedReplyBody } from '../../schemas/savedReplies/savedReplies'
import * as words from '../../schemas/savedReplies/savedReplies.words'
import { useForgottenOnce, useIsTyped, useTypedForm } from '../crud/typedForm'
import { useLogic } from '../shell/logicContext'
import { Button, Dialog, Field, Input, Select, TextArea } from '../ui'
import { useCloseWarning } from '../ui/forms/closeWarning'
import { ReadOnlyFields } from '../ui/forms/Field'

interface SavedReplyDialogProps {
  flow: SavedRepliesRef
  text?: string
}

export const SavedReplyDialog = ({ flow, text = '' }: SavedReplyDialogProps) => {
  const id = useId()
  const isSaving = useSelector(flow, (snapshot) => snapshot.matches('saving'))
  const isFilling = useSelector(flow, (snapshot) => snapshot.matches('filling'))
  const roleId = useSelector(flow, ({ context }) => context.roleId)
  const saved = useSelector(flow, ({ context }) => context.opened?.saved)
  const { typed } = useLogic()
  const formName = `Saved reply ${saved?.id ?? JSON.stringify(text)} of ${roleId}`
  const close = () => flow.send({ type: 'form.cancel' })
  const cancel = () => {
    typed.forget(formName)
    close()
  }
  useForgottenOnce(flow, 'form.settled', formName)
  useCloseWarning(useIsTyped(formName))
  return (
    <Dialog
      open={isFilling || isSaving}
      title={saved ? words.editTitle : words.add}
      busy={isSaving}
      onClose={close}
      footer={
        <>
          <Button disabled={isSaving} onClick={cancel}>
            {buttons.cancel}
          </Button>
          <Button type="submit" form={id} tone="primary" busy={isSaving}>
            Save
          </Button>
        </>
      }
    >
      <ReadOnlyFields when={isSaving}>
        <SavedReplyForm
          id={id}
          formName={formName}
          values={saved ?? { name: '', kind: 'reply', text }}
          onSubmit={(body) => flow.send({ type: 'form.submit', body })}
        />
      </ReadOnlyFields>
    </Dialog>
  )
}

interface SavedReplyFormProps {
  id: string
  formName: string
  values: SavedReplyBody
  onSubmit: (body: SavedReplyBody) => void
}

const SavedReplyForm = ({ id, formName, values: { name, kind, text }, onSubmit }: SavedReplyFormProps) => {
  const form = useForm({ resolver: zodResolver(savedReplyBody), defaultValues: { name, kind, text } })
  useTypedForm(formName, form)
  const { errors } = form.formState
  return (
    <form id={id} noValidate onSubmit={form.handleSubmit(onSubmit)} className="grid gap-x-4 gap-y-5 sm:grid-cols-5">
      <Field label="Name" hint={words.nameHint} error={errors.name?.message} className="sm:col-span-3">
        <Input {...form.register('name')} data-autofocus autoComplete="off" dir="auto" />
      </Field>
      <Field label="Kind" error={errors.kind?.message} className="sm:col-span-2">
        <Select {...form.register('kind')}>
          <option value="reply">{words.fullReply}</option>
          <option value="opening">{words.openingFirst}</option>
        </Select>
      </Field>
      <Field label="Text" hint={words.placeholderHint} error={errors.text?.message} className="sm:col-span-5">
        <TextArea {...form.register('text')} rows={5} dir="auto" />
      </Field>
    </form>
  )
}
