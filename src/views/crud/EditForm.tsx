import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useLocation } from 'wouter'
import { useEmitted } from '../../effects'
import type { EditorRef } from '../../machines/editor'
import { formMessages } from '../../schemas/commonMessages'
import { useLogic } from '../logicContext'
import { Button, Card, ConfirmDialog } from '../ui'
import { useKeptForm } from './keptForm'
import { useLeaveGuard } from './leaveGuard'

export type EditFormProps<TData, TBody, TForm extends FieldValues, TValid> = {
  editor: EditorRef<TData, TBody>
  form: UseFormReturn<TForm, unknown, TValid>
  bodyOf: (values: TValid) => TBody
  children: ReactNode
}

/** The fields of an edit page with Cancel, one step back, and Update, which saves them. */
export const EditForm = <TData, TBody, TForm extends FieldValues, TValid>({
  editor,
  form,
  bodyOf,
  children,
}: EditFormProps<TData, TBody, TForm, TValid>) => {
  const saving = useSelector(editor, (snapshot) => snapshot.matches('saving'))
  const { isDirty } = form.formState
  const { typed } = useLogic()
  const [path] = useLocation()
  const forget = () => typed.forget(path)
  useKeptForm(path, form)
  useEmitted(editor, 'navigate', forget)
  useEmitted(editor, 'navigate.back', forget)
  const guard = useLeaveGuard(() => isDirty && editor.getSnapshot().matches('editing'))
  const cancel = () => {
    guard.disarm()
    editor.send({ type: 'form.cancel' })
  }
  const submit = form.handleSubmit((values) => editor.send({ type: 'form.submit', body: bodyOf(values) }))
  return (
    <form noValidate onSubmit={submit} className="max-w-4xl">
      <Card className="sm:p-6">{children}</Card>
      <div className="mt-5 flex flex-wrap justify-end gap-2.5 max-sm:*:flex-1">
        <Button disabled={saving} onClick={cancel}>
          Cancel
        </Button>
        <Button type="submit" tone="primary" busy={saving} busyLabel={formMessages.updating}>
          Update
        </Button>
      </div>
      <ConfirmDialog
        open={guard.asking}
        question="Leave without saving?"
        detail="What you changed on this page is lost."
        confirmLabel="Leave"
        onConfirm={() => {
          forget()
          guard.leave()
        }}
        onCancel={guard.stay}
      />
    </form>
  )
}
