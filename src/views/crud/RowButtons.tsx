import { Pencil, Trash2 } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import type { Identified, ResourceRef } from '../../machines/crud/resource'
import type { RecordId } from '../../schemas/base'
import { isNamed } from '../../schemas/unreadable'
import { IconButton, iconButtonClass, RowActions } from '../ui'
import { UnreadableNote } from '../ui/states/UnreadableNote'
import { deleteId, editId } from './rowFocus'

export type RowButtonsProps<TItem extends Identified, TBody> = {
  resource: ResourceRef<TItem, TBody>
  item: TItem
  name: string
  editHref: string
  next: RecordId | undefined
}

export const RowButtons = <TItem extends Identified, TBody>({
  resource,
  item,
  name,
  editHref,
  next,
}: RowButtonsProps<TItem, TBody>) => {
  const [path, navigate] = useLocation()
  const markRow = () => navigate(path + window.location.search, { replace: true, state: { row: item.id } })
  return (
    <>
      {isNamed(item) ? (
        <RowActions>
          <Link
            id={editId(item.id)}
            data-opens
            href={editHref}
            aria-label={`Edit ${name}`}
            title={`Edit ${name}`}
            onClick={markRow}
            className={iconButtonClass()}
          >
            <Pencil aria-hidden="true" className="size-4.5" />
          </Link>
          <IconButton
            id={deleteId(item.id)}
            icon={Trash2}
            label={`Delete ${name}`}
            onClick={() => resource.send({ type: 'delete.request', item, next })}
          />
        </RowActions>
      ) : null}
      <UnreadableNote record={item} />
    </>
  )
}
