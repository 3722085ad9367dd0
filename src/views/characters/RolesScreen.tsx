import { useSelector } from '@xstate/react'
import { useEffects } from '../../effects'
import { roleResource } from '../../machines/characters/characters.actors'
import { modelList } from '../../machines/characters/models.actors'
import type { ResourceRef } from '../../machines/crud/resource'
import * as words from '../../schemas/characters/characters.words'
import { roleMessages } from '../../schemas/characters/characters.words'
import { endOf, type Model } from '../../schemas/characters/models'
import type { RoleForm } from '../../schemas/characters/roleForm'
import type { Role } from '../../schemas/characters/roles'
import { rolePath } from '../../schemas/paths'
import { AddButton, CreateDialog } from '../crud/CreateDialog'
import { DeleteDialog } from '../crud/DeleteDialog'
import { ListView } from '../crud/ListView'
import { neighbour } from '../crud/neighbour'
import { RowButtons } from '../crud/RowButtons'
import { useScreenActor } from '../shell/screenActor'
import { Cell, ColumnHeader, EmptyRow, EmptyState, PageHeader, Table, TableBody, TableHead, TableRow } from '../ui'
import { CharacterFace } from '../ui/Face'
import { lazy } from '../ui/states/lazy'

const CreateRoleForm = lazy(() => import('./CreateRoleForm'), { warm: true })

const RolesScreen = () => {
  const roles = useScreenActor(roleResource)
  useEffects(roles)
  return (
    <>
      <PageHeader
        title="AI Character"
        lead={words.lead}
        actions={<AddButton resource={roles}>{words.addCharacter}</AddButton>}
      />
      <ListView
        resource={roles}
        empty={
          <EmptyState title={null} framed={false}>
            {words.noCharacters}
          </EmptyState>
        }
      >
        {(items) => <RoleTable roles={roles} items={items} />}
      </ListView>
      <CreateDialog resource={roles} title={words.createCharacter} size="lg">
        {(form) => <CreateRoleForm {...form} />}
      </CreateDialog>
      <DeleteDialog
        resource={roles}
        question={roleMessages.confirmDelete}
        detail={({ name }) => words.deletion(name)}
      />
    </>
  )
}

const RoleTable = ({ roles, items }: { roles: ResourceRef<Role, RoleForm>; items: Role[] }) => {
  const list = useScreenActor(modelList, { params: undefined })
  const models = useSelector(list, ({ context }) => context.data?.models) ?? []
  return (
    <Table label="AI characters">
      <TableHead>
        <ColumnHeader>#</ColumnHeader>
        <ColumnHeader>Name</ColumnHeader>
        <ColumnHeader>Model</ColumnHeader>
        <ColumnHeader>Category</ColumnHeader>
        <ColumnHeader align="end">Action</ColumnHeader>
      </TableHead>
      <TableBody>
        {items.length === 0 ? <EmptyRow columns={5} /> : null}
        {items.map((role, index) => (
          <TableRow key={role.id} opens>
            <Cell label="#" className="w-12 text-ink-3 tabular-nums">
              {index + 1}
            </Cell>
            <Cell phone="title">
              <span className="flex items-center gap-3 font-semibold">
                <CharacterFace name={role.name} />
                <span className="min-w-0 wrap-anywhere">{role.name}</span>
              </span>
            </Cell>
            <Cell label="Model" className="wrap-anywhere text-ink-2">
              {role.model_name}
              <ModelEnd model={models.find(({ id }) => id === role.model_name)} />
            </Cell>
            <Cell label="Category" className="wrap-anywhere text-ink-2">
              {role.category}
            </Cell>
            <Cell phone="aside" align="end">
              <RowButtons
                resource={roles}
                item={role}
                name={role.name}
                editHref={rolePath(role.id)}
                next={neighbour(items, index)}
              />
            </Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

const ModelEnd = ({ model }: { model: Model | undefined }) => {
  const end = model && endOf(model)
  return end === undefined ? null : <span className="block text-xs text-warn-ink">{end}</span>
}

export default RolesScreen
