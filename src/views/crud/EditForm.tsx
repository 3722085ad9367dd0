import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useLocation } from 'wouter'
import type { EditorRef } from '../../machines/crud/editor'
import { formMessages } from '../../schemas/commonMessages'
import { buttons } from '../../schemas/crud.words'
import { picked } from '../../schemas/picked'
import { Button, Card } from '../ui'
import { useCloseWarning } from '../ui/forms/closeWarning'
import { ReadOnlyFields } from '../ui/forms/Field'
import { changed, useForgottenOnce, useTypedForm } from './typedForm'

export type EditFormProps<TData, TBody, TForm extends FieldValues, TValid extends object> = {
  editor: EditorRef<TData, TBody>
  form: UseFormReturn<TForm, unknown, TValid>
  /** Contains only changed fields: the others may have been changed elsewhere. */
  bodyOf: (changes: Partial<TValid>) => TBody
  ask?: (save: () => void) => void
  children: ReactNode
}

export const EditForm = <TData, TBody, TForm extends FieldValues, TValid extends object>({
  editor,
  form,
  bodyOf,
  ask = (save) => save(),
  children,
}: EditFormProps<TData, TBody, TForm, TValid>) => {
  const saving = useSelector(editor, (snapshot) => snapshot.matches('saving'))
  const isUnsaved = useSelector(editor, (snapshot) => snapshot.can({ type: 'page.discard' }))
  const [path] = useLocation()
  const { subscribe } = form
  useEffect(() => {
    const tell = (isChanged: boolean) => editor.send({ type: 'form.change', isChanged })
    return subscribe({ formState: { isDirty: true }, callback: ({ isDirty = false }) => tell(isDirty) })
  }, [editor, subscribe])
  /** After the subscription, which does not receive values filled in before it. */
  useTypedForm(path, form)
  useForgottenOnce(editor, 'form.settled', path)
  useCloseWarning(isUnsaved)
  const submit = form.handleSubmit((values) =>
    ask(() => editor.send({ type: 'form.submit', body: bodyOf(picked(values, Object.keys(changed(form)))) })),
  )
  return (
    <form noValidate onSubmit={submit} className="max-w-4xl">
      <Card className="sm:p-6">
        <ReadOnlyFields when={saving}>{children}</ReadOnlyFields>
      </Card>
      <div className="mt-5 flex flex-wrap justify-end gap-2.5 max-sm:*:flex-1">
        <Button disabled={saving} onClick={() => editor.send({ type: 'form.cancel' })}>
          {buttons.cancel}
        </Button>
        <Button type="submit" tone="primary" busy={saving} busyLabel={formMessages.updating}>
          Update
        </Button>
      </div>
    </form>
  )
}
