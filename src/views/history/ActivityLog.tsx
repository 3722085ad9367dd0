import { useSelector } from '@xstate/react'
import { Download, Search } from 'lucide-react'
import { auditLog } from '../../actors/auditLog'
import type { AuditEntry } from '../../schemas/system'
import { useLogic } from '../logicContext'
import { useScreenActor } from '../screenActor'
import {
  Button,
  Cell,
  ColumnHeader,
  EmptyState,
  FailedState,
  Field,
  Input,
  Table,
  TableBody,
  TableHead,
  TableLoading,
  TableRow,
  Time,
} from '../ui'

/** The audit trail, newest first. */
const ActivityLog = () => {
  const log = useScreenActor(auditLog)
  const { downloads } = useLogic()
  const search = useSelector(log, ({ context }) => context.search)
  const entries = useSelector(log, ({ context }) => context.entries)
  const isFailed = useSelector(log, (snapshot) => snapshot.matches('failed'))
  const isCut = useSelector(log, (snapshot) => snapshot.matches('cut'))
  const isReading = useSelector(log, (snapshot) => snapshot.matches('reading'))
  const hasMore = useSelector(log, ({ context }) => context.hasMore)
  return (
    <>
      <div className="mb-3.5 flex flex-wrap items-center gap-2">
        <Field label="Search activity" labelHidden className="w-full sm:w-80">
          <Input
            type="search"
            icon={Search}
            placeholder="Search activity"
            maxLength={100}
            value={search}
            onChange={(event) => log.send({ type: 'search.type', search: event.currentTarget.value })}
          />
        </Field>
        {entries && entries.length > 0 ? (
          <Button
            tone="quiet"
            size="sm"
            icon={Download}
            className="ml-auto"
            onClick={() => downloads.activity(entries)}
          >
            Export what is shown
          </Button>
        ) : null}
      </div>
      {isFailed ? (
        <FailedState onRetry={() => log.send({ type: 'list.reload' })} />
      ) : entries === undefined ? (
        <TableLoading />
      ) : entries.length === 0 ? (
        <EmptyState>
          {search.trim() === '' ? 'Nothing has happened yet.' : 'Nothing of this kind has happened.'}
        </EmptyState>
      ) : (
        <ActivityTable entries={entries} />
      )}
      {hasMore && !isFailed ? (
        <div className="mt-4 flex flex-wrap items-center gap-3 text-sm">
          <Button size="sm" busy={isReading} onClick={() => log.send({ type: 'list.more' })}>
            Show older
          </Button>
          {isCut ? <p role="alert">The older ones could not be loaded. Check the connection, then try again.</p> : null}
        </div>
      ) : null}
    </>
  )
}

export default ActivityLog

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
            {withoutDigest(detail)}
          </Cell>
          <Cell label="When">
            <Time value={at} />
          </Cell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
)

/** The hashes of texts are for the command that follows the trail. */
const withoutDigest = (detail: string | null) => detail?.replace(/(?:; texts|^text) [0-9a-f]{64}$/, '')

/** Another server's actions are shown as they come. */
const names: Record<string, string> = {
  'operator.registered': 'Signed up',
  'operator.becameAdministrator': 'Became administrator',
  'operator.invited': 'Invitation made',
  'operator.allowed': 'Limits a day set',
  'operator.disabled': 'Operator disabled',
  'operator.enabled': 'Operator let in again',
  'operator.resetOffered': 'Password reset offered',
  'operator.deleted': 'Operator deleted',
  'password.changed': 'Password changed',
  'password.reset': 'Password reset',
  'passkey.registered': 'Passkey added',
  'passkey.renamed': 'Passkey renamed',
  'passkey.removed': 'Passkey removed',
  'passkey.refused': 'Passkey refused',
  'passkey.blocked': 'Passkey blocked: its counter went back',
  'secondFactor.enrolled': 'Second factor switched on',
  'secondFactor.removed': 'Second factor switched off',
  'secondFactor.takenAway': 'Second factor taken away',
  'secondFactor.asked': 'Code asked for',
  'secondFactor.refused': 'Code refused',
  'secondFactor.confirmed': 'Confirmed by a second factor',
  'secondFactor.codesRenewed': 'Recovery codes renewed',
  'apiToken.created': 'API token made',
  'apiToken.ended': 'API token ended',
  'draft.asked': 'Draft asked for by a script',
  'session.ended': 'Session ended',
  'session.allEnded': 'All sessions ended',
  'signIn.completed': 'Signed in',
  'signIn.refused': 'Sign-in refused',
  'signOut.completed': 'Signed out',
  'account.created': 'Media agent connected',
  'account.changed': 'Media agent changed',
  'account.deleted': 'Media agent disconnected',
  'account.verified': 'Media agent checked',
  'account.moved': 'Media agent moved',
  'account.reconnected': 'Media agent connected again',
  'replies.generated': 'Drafts generated',
  'reply.changed': 'Draft changed',
  'mentions.switchedOn': 'Reading of mentions switched on',
  'mentions.switchedOff': 'Reading of mentions switched off',
  'person.listed': 'Put on the do-not-reply list',
  'person.removed': 'Taken off the do-not-reply list',
  'group.created': 'Group created',
  'group.changed': 'Group changed',
  'group.deleted': 'Group deleted',
  'role.created': 'AI character created',
  'role.changed': 'AI character changed',
  'role.deleted': 'AI character deleted',
  'savedReply.created': 'Saved reply added',
  'savedReply.changed': 'Saved reply changed',
  'savedReply.deleted': 'Saved reply deleted',
  'batch.sent': 'Batch sent',
  'reply.sent': 'Reply sent',
  'task.retried': 'Task sent again',
  'item.check_again': 'Item checked again',
  'item.cancel': 'Item cancelled',
  'item.cancel_waiting': 'Waiting items cancelled',
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
