import { useSelector } from '@xstate/react'
import { Plus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { Identified, ResourceRef } from '../../machines/crud/resource'
import { buttons } from '../../schemas/crud.words'
import { useLogic } from '../shell/logicContext'
import { Button, Dialog } from '../ui'
import { useCloseWarning } from '../ui/forms/closeWarning'
import { ReadOnlyFields } from '../ui/forms/Field'
import { useAsked } from './asked'
import { useForgottenOnce, useIsTyped } from './typedForm'

export type CreateFormProps<TBody> = {
  id: string
  name: string
  onSubmit: (body: TBody) => void
}

export type CreateDialogProps<TItem extends Identified, TBody> = {
  resource: ResourceRef<TItem, TBody>
  title: string
  size?: 'md' | 'lg'
  children: (form: CreateFormProps<TBody>) => ReactNode
}

export const CreateDialog = <TItem extends Identified, TBody>({
  resource,
  title,
  size,
  children,
}: CreateDialogProps<TItem, TBody>) => {
  const id = useId()
  const saving = useSelector(resource, (snapshot) => snapshot.matches('saving'))
  const open = useSelector(resource, (snapshot) => snapshot.matches('creating')) || saving
  const { typed } = useLogic()
  const close = () => resource.send({ type: 'dialog.cancel' })
  const cancel = () => {
    typed.forget(title)
    close()
  }
  useForgottenOnce(resource, 'item.created', title)
  useCloseWarning(useIsTyped(title))
  useAsked('create', () => resource.send({ type: 'create.open' }))
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      size={size}
      busy={saving}
      footer={
        <>
          <Button disabled={saving} onClick={cancel}>
            {buttons.cancel}
          </Button>
          <Button type="submit" form={id} tone="primary" busy={saving}>
            Save
          </Button>
        </>
      }
    >
      <ReadOnlyFields when={saving}>
        {children({ id, name: title, onSubmit: (body) => resource.send({ type: 'create.submit', body }) })}
      </ReadOnlyFields>
    </Dialog>
  )
}

export const AddButton = <TItem extends Identified, TBody>({
  resource,
  children,
}: {
  resource: ResourceRef<TItem, TBody>
  children: ReactNode
}) => (
  <Button tone="primary" icon={Plus} onClick={() => resource.send({ type: 'create.open' })}>
    {children}
  </Button>
)
