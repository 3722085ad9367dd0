import { useSelector } from '@xstate/react'
import { activity, auditList } from '../../actors/history'
import type { AuditEntry } from '../../schemas/system'
import { useScreenActor } from '../screenActor'
import {
  Button,
  Cell,
  ColumnHeader,
  EmptyState,
  FailedState,
  Table,
  TableBody,
  TableHead,
  TableLoading,
  TableRow,
  Time,
} from '../ui'

/** The audit trail, loaded when it is asked for. */
export const RecentActivity = () => {
  const disclosure = useScreenActor(activity)
  const isOpen = useSelector(disclosure, (snapshot) => snapshot.matches('open'))
  return (
    <section aria-labelledby="activity-heading" className="mt-10">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h2 id="activity-heading" className="text-lg">
            Recent activity
          </h2>
          <p className="text-xs text-ink-2">Sign-ins, changes, sends and decisions of this operator.</p>
        </div>
        <Button size="sm" aria-expanded={isOpen} onClick={() => disclosure.send({ type: 'toggle' })}>
          {isOpen ? 'Hide activity' : 'Show activity'}
        </Button>
      </div>
      {isOpen ? <Activity /> : null}
    </section>
  )
}

const Activity = () => {
  const audit = useScreenActor(auditList, { params: undefined })
  const entries = useSelector(audit, ({ context }) => context.data)
  const isFailed = useSelector(audit, (snapshot) => snapshot.matches('failed'))
  if (isFailed) return <FailedState onRetry={() => audit.send({ type: 'reload' })} />
  if (!entries) return <TableLoading />
  return entries.length === 0 ? <EmptyState>Nothing has happened yet.</EmptyState> : <ActivityTable entries={entries} />
}

const ActivityTable = ({ entries }: { entries: AuditEntry[] }) => (
  <Table label="Recent activity">
    <TableHead>
      <ColumnHeader>What</ColumnHeader>
      <ColumnHeader>Whom</ColumnHeader>
      <ColumnHeader>Details</ColumnHeader>
      <ColumnHeader>When</ColumnHeader>
    </TableHead>
    <TableBody>
      {entries.map(({ id, action, subject, detail, at }) => (
        <TableRow key={id}>
          <Cell phone="title">{names[action] ?? action}</Cell>
          <Cell label="Whom" className="wrap-anywhere md:min-w-36">
            {subject}
          </Cell>
          <Cell label="Details" className="wrap-anywhere">
            {detail}
          </Cell>
          <Cell label="When">
            <Time value={at} />
          </Cell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
)

/** Another server's actions are shown as they come. */
const names: Record<string, string> = {
  'operator.registered': 'Signed up',
  'operator.becameAdministrator': 'Became administrator',
  'operator.invited': 'Invitation made',
  'operator.disabled': 'Operator disabled',
  'operator.enabled': 'Operator let in again',
  'operator.resetOffered': 'Password reset offered',
  'operator.deleted': 'Operator deleted',
  'password.changed': 'Password changed',
  'password.reset': 'Password reset',
  'session.ended': 'Session ended',
  'session.allEnded': 'All sessions ended',
  'signIn.completed': 'Signed in',
  'signIn.refused': 'Sign-in refused',
  'signOut.completed': 'Signed out',
  'account.created': 'Media agent connected',
  'account.changed': 'Media agent changed',
  'account.deleted': 'Media agent disconnected',
  'group.created': 'Group created',
  'group.changed': 'Group changed',
  'group.deleted': 'Group deleted',
  'role.created': 'AI character created',
  'role.changed': 'AI character changed',
  'role.deleted': 'AI character deleted',
  'batch.sent': 'Batch sent',
  'reply.sent': 'Reply sent',
  'task.retried': 'Task sent again',
  'item.check_again': 'Item checked again',
  'item.posted': 'Item confirmed as posted',
  'item.send_again': 'Item sent again',
  'item.give_up': 'Item given up',
  'item.hand_over': 'Item given to a person',
  'item.opened': 'Item opened in X',
  'item.not_posted': 'Item not posted by hand',
  'budget.set': 'Budget set',
  'modelBudget.set': 'Model budget set',
  'sample.loaded': 'Sample loaded',
}
