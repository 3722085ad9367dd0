import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link, useParams } from 'wouter'
import { useEffects } from '../../effects'
import type { EditorRef } from '../../machines/crud/editor'
import { groupEditor } from '../../machines/groups/groups.actors'
import { type Group, type GroupBody, groupBody } from '../../schemas/groups/groups'
import * as words from '../../schemas/groups/groups.words'
import { groupMessages } from '../../schemas/groups/groups.words'
import { accountsPath } from '../../schemas/paths'
import { initialTableState, tableQuery } from '../../schemas/tableState'
import { EditForm } from '../crud/EditForm'
import { EditPage } from '../crud/EditPage'
import { useScreenActor } from '../shell/screenActor'
import { GroupFields } from './GroupFields'

const GroupEditScreen = () => {
  const { groupId } = useParams()
  return <GroupEditor key={groupId} id={groupId} />
}

const GroupEditor = ({ id }: { id: string | undefined }) => {
  const editor = useScreenActor(groupEditor, { id })
  useEffects(editor)
  return (
    <EditPage
      editor={editor}
      title="Group Details"
      lead={({ name }) => (
        <span className="wrap-anywhere">
          {name}.{' '}
          <Link href={agentsOf(name)} className="text-link">
            {words.seeMediaAgents}
          </Link>
        </span>
      )}
      idMissing={groupMessages.idMissing}
    >
      {(group) => <GroupForm editor={editor} group={group} />}
    </EditPage>
  )
}

const agentsOf = (name: string): string =>
  `${accountsPath}${tableQuery({ ...initialTableState, group: name.toLowerCase() })}`

const GroupForm = ({ editor, group }: { editor: EditorRef<Group, Partial<GroupBody>>; group: Group }) => {
  const { name, description } = group
  const form = useForm({ resolver: zodResolver(groupBody), defaultValues: { name, description } })
  return (
    <EditForm editor={editor} form={form} bodyOf={(changes) => changes}>
      <GroupFields form={form} />
    </EditForm>
  )
}

export default GroupEditScreen
