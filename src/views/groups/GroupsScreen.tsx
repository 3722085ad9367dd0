import { useSelector } from '@xstate/react'
import { useEffects } from '../../effects'
import { accountList } from '../../machines/accounts/accounts.actors'
import type { ResourceRef } from '../../machines/crud/resource'
import { groupResource } from '../../machines/groups/groups.actors'
import type { Group, GroupBody } from '../../schemas/groups/groups'
import * as words from '../../schemas/groups/groups.words'
import { groupMessages } from '../../schemas/groups/groups.words'
import { groupPath } from '../../schemas/paths'
import { AddButton, CreateDialog } from '../crud/CreateDialog'
import { DeleteDialog } from '../crud/DeleteDialog'
import { ListView } from '../crud/ListView'
import { neighbour } from '../crud/neighbour'
import { RowButtons } from '../crud/RowButtons'
import { useScreenActor } from '../shell/screenActor'
import { Cell, ColumnHeader, EmptyRow, EmptyState, PageHeader, Table, TableBody, TableHead, TableRow } from '../ui'
import { lazy } from '../ui/states/lazy'

const CreateGroupForm = lazy(() => import('./CreateGroupForm'), { warm: true })

const GroupsScreen = () => {
  const groups = useScreenActor(groupResource)
  const accounts = useSelector(useScreenActor(accountList, { params: undefined }), ({ context }) => context.data)
  useEffects(groups)
  return (
    <>
      <PageHeader title="Post Group" lead={words.lead} actions={<AddButton resource={groups}>Add Group</AddButton>} />
      <ListView
        resource={groups}
        empty={
          <EmptyState title={null} framed={false}>
            {words.noGroups}
          </EmptyState>
        }
      >
        {(items) => <GroupTable groups={groups} items={items} />}
      </ListView>
      <CreateDialog resource={groups} title="Create Group">
        {(form) => <CreateGroupForm {...form} />}
      </CreateDialog>
      <DeleteDialog
        resource={groups}
        question={groupMessages.confirmDelete}
        detail={({ name }) => words.deletion(accounts?.filter(({ group }) => group === name).length)}
      />
    </>
  )
}

const GroupTable = ({ groups, items }: { groups: ResourceRef<Group, GroupBody>; items: Group[] }) => (
  <Table label="Groups">
    <TableHead>
      <ColumnHeader>Name</ColumnHeader>
      <ColumnHeader>Description</ColumnHeader>
      <ColumnHeader align="end">Action</ColumnHeader>
    </TableHead>
    <TableBody>
      {items.length === 0 ? <EmptyRow columns={3} /> : null}
      {items.map((group, index) => (
        <TableRow key={group.id} opens>
          <Cell phone="title" className="font-semibold wrap-anywhere">
            {group.name}
          </Cell>
          <Cell className="wrap-anywhere text-ink-2">{group.description}</Cell>
          <Cell phone="aside" align="end">
            <RowButtons
              resource={groups}
              item={group}
              name={group.name}
              editHref={groupPath(group.id)}
              next={neighbour(items, index)}
            />
          </Cell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
)

export default GroupsScreen
