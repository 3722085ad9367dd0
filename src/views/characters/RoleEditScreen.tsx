import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useParams } from 'wouter'
import { useEffects } from '../../effects'
import { roleEditor } from '../../machines/characters/characters.actors'
import type { EditorRef } from '../../machines/crud/editor'
import { roleMessages } from '../../schemas/characters/characters.words'
import { type RoleForm, roleForm, roleFormOf } from '../../schemas/characters/roleForm'
import type { Role } from '../../schemas/characters/roles'
import { EditForm } from '../crud/EditForm'
import { EditPage } from '../crud/EditPage'
import { Ours } from '../shell/metaContext'
import { useScreenActor } from '../shell/screenActor'
import { CharacterFace } from '../ui/Face'
import { LazyPart } from '../ui/states/LazyPart'
import { lazy } from '../ui/states/lazy'
import { RoleFields } from './RoleFields'

const SavedReplies = lazy(() => import('../savedReplies/SavedReplies'))

const RoleEditScreen = () => {
  const { roleId } = useParams()
  return <RoleEditor key={roleId} id={roleId} />
}

const RoleEditor = ({ id }: { id: string | undefined }) => {
  const editor = useScreenActor(roleEditor, { id })
  useEffects(editor)
  return (
    <EditPage
      editor={editor}
      title="AI Details"
      lead={(role) => (
        <span className="inline-flex items-center gap-2 wrap-anywhere">
          <CharacterFace name={role.name} className="size-6" />
          {role.name}, ID {role.id}
        </span>
      )}
      idMissing={roleMessages.idMissing}
    >
      {(role) => (
        <>
          <RoleFormView editor={editor} role={role} />
          <Ours>
            <LazyPart>
              <SavedReplies roleId={role.id} name={role.name} />
            </LazyPart>
          </Ours>
        </>
      )}
    </EditPage>
  )
}

const RoleFormView = ({ editor, role }: { editor: EditorRef<Role, Partial<RoleForm>>; role: Role }) => {
  const form = useForm({ resolver: zodResolver(roleForm), defaultValues: roleFormOf(role) })
  return (
    <EditForm editor={editor} form={form} bodyOf={(changes) => changes}>
      <RoleFields form={form} />
    </EditForm>
  )
}

export default RoleEditScreen
