import { useSelector } from '@xstate/react'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useEffects } from '../../effects'
import type { SavedRepliesRef } from '../../machines/savedReplies/savedReplies'
import { savedReplies } from '../../machines/savedReplies/savedReplies.actors'
import type { RecordId } from '../../schemas/base'
import { authorNamed } from '../../schemas/savedReplies/placeholders'
import { type SavedReply, savedReplyLimits } from '../../schemas/savedReplies/savedReplies'
import * as words from '../../schemas/savedReplies/savedReplies.words'
import { neighbour } from '../crud/neighbour'
import { deleteId, useFocusAfterDelete } from '../crud/rowFocus'
import { useScreenActor } from '../shell/screenActor'
import { Badge, Button, ConfirmDialog, FailedState, IconButton, TableLoading } from '../ui'
import { SavedReplyDialog } from './SavedReplyDialog'
import { useSavedList } from './useSavedList'

export interface SavedRepliesProps {
  roleId: RecordId
  name: string
}

const [editing, atMost] = words.description
const nobody = authorNamed(undefined, undefined)

const SavedReplies = ({ roleId, name }: SavedRepliesProps) => {
  const flow = useScreenActor(savedReplies, { roleId, author: nobody })
  useEffects(flow)
  const { items, isFailed, isAbsent, retry } = useSavedList(flow)
  useFocusAfterDelete(flow, items)
  if (isAbsent) return null
  return (
    <section aria-labelledby="saved-replies" className="mt-10 max-w-4xl">
      <div className="mb-3 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="saved-replies" className="text-lg">
            {words.title}
          </h2>
          <p className="text-xs wrap-anywhere text-ink-2">
            {editing} <bdi>{name}</bdi>, {atMost} {savedReplyLimits.ofCharacter}.
          </p>
        </div>
        <Button size="sm" icon={Plus} onClick={() => flow.send({ type: 'saved.add' })}>
          {words.add}
        </Button>
      </div>
      {items ? <Rows flow={flow} items={items} /> : isFailed ? <FailedState onRetry={retry} /> : <TableLoading />}
      <SavedReplyDialog flow={flow} />
      <DeleteQuestion flow={flow} />
    </section>
  )
}

export default SavedReplies

const Rows = ({ flow, items }: { flow: SavedRepliesRef; items: SavedReply[] }) =>
  items.length === 0 ? (
    <p className="text-sm text-ink-2">{words.none}</p>
  ) : (
    <ul className="divide-y divide-line border-y border-line">
      {items.map((saved, index) => (
        <li key={saved.id} className="flex items-start gap-3 py-3">
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <bdi className="min-w-0 text-sm font-semibold wrap-anywhere">{saved.name}</bdi>
              {saved.kind === 'opening' ? <Badge>Opening</Badge> : null}
            </p>
            <p dir="auto" className="mt-0.5 line-clamp-3 text-sm wrap-anywhere whitespace-pre-line text-ink-2">
              {saved.text}
            </p>
          </div>
          <div className="flex shrink-0 items-center">
            <IconButton
              icon={Pencil}
              label={words.edit(saved.name)}
              onClick={() => flow.send({ type: 'saved.edit', saved })}
            />
            <IconButton
              id={deleteId(saved.id)}
              icon={Trash2}
              label={words.remove(saved.name)}
              onClick={() => flow.send({ type: 'delete.request', saved, next: neighbour(items, index) })}
            />
          </div>
        </li>
      ))}
    </ul>
  )

const DeleteQuestion = ({ flow }: { flow: SavedRepliesRef }) => {
  const isDeleting = useSelector(flow, (snapshot) => snapshot.matches('deleting'))
  const isAsked = useSelector(flow, (snapshot) => snapshot.matches('confirmingDelete'))
  const saved = useSelector(flow, ({ context }) => context.opened?.saved)
  return (
    <ConfirmDialog
      open={isAsked || isDeleting}
      question={words.confirmDelete}
      detail={
        <>
          <bdi className="font-semibold wrap-anywhere">{saved?.name}</bdi> {words.deleteDetail}
        </>
      }
      busy={isDeleting}
      onConfirm={() => flow.send({ type: 'delete.confirm' })}
      onCancel={() => flow.send({ type: 'delete.cancel' })}
    />
  )
}
