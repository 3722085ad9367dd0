import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { Identified, ResourceRef } from '../../machines/crud/resource'
import { ConfirmDialog } from '../ui'
import { useList } from './ListView'
import { useFocusAfterDelete } from './rowFocus'

export type DeleteDialogProps<TItem extends Identified, TBody> = {
  resource: ResourceRef<TItem, TBody>
  question: string
  detail?: (item: TItem) => ReactNode
}

export const DeleteDialog = <TItem extends Identified, TBody>({
  resource,
  question,
  detail,
}: DeleteDialogProps<TItem, TBody>) => {
  const deleting = useSelector(resource, (snapshot) => snapshot.matches('deleting'))
  const confirming = useSelector(resource, (snapshot) => snapshot.matches('confirmingDelete'))
  const item = useSelector(resource, ({ context }) => context.subject?.item)
  useFocusAfterDelete(resource, useList(resource).items)
  return (
    <ConfirmDialog
      open={confirming || deleting}
      question={question}
      detail={item ? detail?.(item) : null}
      busy={deleting}
      onConfirm={() => resource.send({ type: 'delete.confirm' })}
      onCancel={() => resource.send({ type: 'dialog.cancel' })}
    />
  )
}
