import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { EditorRef } from '../../machines/crud/editor'
import * as words from '../../schemas/crud.words'
import { EmptyState, FailedState, PageHeader, TableLoading } from '../ui'
import { useWarmUp } from '../ui/states/lazy'

export type EditPageProps<TData, TBody> = {
  editor: EditorRef<TData, TBody>
  title: string
  lead: (data: TData) => ReactNode
  idMissing: string
  actions?: ReactNode
  children: (data: TData) => ReactNode
}

export const EditPage = <TData, TBody>({
  editor,
  title,
  lead,
  idMissing,
  actions,
  children,
}: EditPageProps<TData, TBody>) => {
  const data = useSelector(editor, ({ context }) => context.data)
  const hasId = useSelector(editor, ({ context }) => context.id !== '')
  const missing = useSelector(editor, (snapshot) => snapshot.matches('missing'))
  const failed = useSelector(editor, (snapshot) => snapshot.matches('failed'))
  const retry = () => editor.send({ type: 'page.reload' })
  useWarmUp(data !== undefined || missing || failed)
  if (data === undefined)
    return (
      <>
        <PageHeader title={title} />
        {failed ? (
          <FailedState onRetry={retry}>{words.recordNotLoaded}</FailedState>
        ) : !missing ? (
          <TableLoading />
        ) : hasId ? (
          <FailedState onRetry={retry}>{words.recordMissing}</FailedState>
        ) : (
          <EmptyState title={idMissing} />
        )}
      </>
    )
  return (
    <>
      <PageHeader title={title} lead={lead(data)} actions={actions} />
      {children(data)}
    </>
  )
}
