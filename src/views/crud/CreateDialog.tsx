import { useSelector } from '@xstate/react'
import { Plus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { Identified, ResourceRef } from '../../machines/resource'
import { Button, Dialog } from '../ui'

export type CreateFormProps<TBody> = { id: string; onSubmit: (body: TBody) => void }

export type CreateDialogProps<TItem extends Identified, TBody> = {
  resource: ResourceRef<TItem, TBody>
  title: string
  size?: 'md' | 'lg'
  /** The form, fresh each time the dialog opens; Save submits it by its id. */
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
  const cancel = () => resource.send({ type: 'dialog.cancel' })
  return (
    <Dialog
      open={open}
      onClose={cancel}
      title={title}
      size={size}
      busy={saving}
      footer={
        <>
          <Button disabled={saving} onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" form={id} tone="primary" busy={saving}>
            Save
          </Button>
        </>
      }
    >
      {children({ id, onSubmit: (body) => resource.send({ type: 'create.submit', body }) })}
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
