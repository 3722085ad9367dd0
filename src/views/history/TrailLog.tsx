import { useSelector } from '@xstate/react'
import { Download, Search } from 'lucide-react'
import type { auditLog } from '../../machines/security/auditLog.actors'
import * as words from '../../schemas/history/history.words'
import type { TrailEntry } from '../../schemas/system'
import { useLogic } from '../shell/logicContext'
import { useScreenActor } from '../shell/screenActor'
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
import { withLocalMoments } from '../ui/localTimes'
import { actionName } from './actionName'

export interface TrailLogProps {
  logic: typeof auditLog
  /** Names the table. */
  label: string
  /** Label of the search field. */
  search: string
  /** Shows the operator of each line. */
  ofEverybody?: boolean
}

export const TrailLog = ({ logic, label, search: searchLabel, ofEverybody = false }: TrailLogProps) => {
  const log = useScreenActor(logic)
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
        <Field label={searchLabel} labelHidden className="w-full sm:w-80">
          <Input
            type="search"
            icon={Search}
            placeholder={searchLabel}
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
            {words.exportActivity}
          </Button>
        ) : null}
      </div>
      {isFailed ? (
        <FailedState onRetry={() => log.send({ type: 'list.reload' })} />
      ) : entries === undefined ? (
        <TableLoading />
      ) : entries.length === 0 ? (
        <EmptyState>
          {search.trim() === '' ? words.noActivity : hasMore ? words.nothingFoundSoFar : words.nothingFound}
        </EmptyState>
      ) : (
        <TrailTable label={label} entries={entries} ofEverybody={ofEverybody} />
      )}
      {hasMore && !isFailed ? (
        <div className="mt-4 flex flex-wrap items-center gap-3 text-sm">
          <Button size="sm" busy={isReading} onClick={() => log.send({ type: 'list.more' })}>
            Show older
          </Button>
          {isCut ? <p role="alert">{words.olderNotLoaded}</p> : null}
        </div>
      ) : null}
    </>
  )
}

type TrailTableProps = Required<Pick<TrailLogProps, 'label' | 'ofEverybody'>> & { entries: TrailEntry[] }

const TrailTable = ({ label, entries, ofEverybody }: TrailTableProps) => (
  <Table label={label} dense>
    <TableHead>
      <ColumnHeader>What</ColumnHeader>
      {ofEverybody ? <ColumnHeader>Operator</ColumnHeader> : null}
      <ColumnHeader>Whom</ColumnHeader>
      <ColumnHeader>Details</ColumnHeader>
      <ColumnHeader>When</ColumnHeader>
    </TableHead>
    <TableBody>
      {entries.map(({ id, action, subject, detail, at, operator }) => (
        <TableRow key={id}>
          <Cell phone="title">{actionName(action)}</Cell>
          {ofEverybody ? (
            <Cell label="Operator" className="wrap-anywhere md:min-w-40">
              {operator ?? words.nobodySignedIn}
            </Cell>
          ) : null}
          <Cell label="Whom" className="wrap-anywhere md:min-w-36">
            {subject && withLocalMoments(subject)}
          </Cell>
          <Cell label="Details" className="wrap-anywhere">
            {detail && withLocalMoments(withoutDigest(detail))}
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
const withoutDigest = (detail: string) => detail.replace(/(?:; texts|^text) [0-9a-f]{64}$/, '')
