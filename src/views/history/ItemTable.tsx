import { memo } from 'react'
import type { TaskWatchRef } from '../../machines/history/taskWatch'
import type { Numbered } from '../../schemas/history/historyTable'
import { goesOnAt } from '../../schemas/history/taskOutcome'
import type { TaskItem } from '../../schemas/history/tasks'
import PromptButton from '../composer/PromptButton'
import { Cell, ColumnHeader, cx, Table, TableBody, TableHead, TableRow, Time } from '../ui'
import { Status } from '../ui/states/Status'
import { UnreadableNote } from '../ui/states/UnreadableNote'
import { ItemOutcome } from './ItemOutcome'
import { PostedLink } from './PostedLink'

/** Hidden on phones, where the table has no columns. */
const none = <span className="text-ink-3 max-md:hidden">–</span>

/** On wide screens, the tenth cell of a row is a line of its own below the nine columns. */
const wideRows =
  'md:grid md:grid-cols-[repeat(5,auto)_minmax(7rem,1fr)_repeat(3,auto)] md:[&_:is(thead,tbody,tr)]:col-span-full md:[&_:is(thead,tbody,tr)]:grid md:[&_:is(thead,tbody,tr)]:grid-cols-subgrid md:[&_td]:h-auto md:[&_td]:py-2.5 md:[&_th]:flex md:[&_th]:items-center md:[&_th]:whitespace-normal'

export const ItemTable = ({ items, watch }: { items: Numbered<TaskItem>[]; watch: TaskWatchRef }) => (
  <Table label="Items" dense className={wideRows}>
    <TableHead>
      <ColumnHeader>#</ColumnHeader>
      <ColumnHeader>Reply ID</ColumnHeader>
      <ColumnHeader>Retry Count</ColumnHeader>
      <ColumnHeader>Twitter Username</ColumnHeader>
      <ColumnHeader>Status</ColumnHeader>
      <ColumnHeader>Error Message</ColumnHeader>
      <ColumnHeader>Created At</ColumnHeader>
      <ColumnHeader>Updated At</ColumnHeader>
      <ColumnHeader>Reply Tweet URL</ColumnHeader>
    </TableHead>
    <TableBody>
      {items.map(({ row, number }) => (
        <ItemRow key={row.id} item={row} number={number} until={goesOnAt(row)} watch={watch} />
      ))}
    </TableBody>
  </Table>
)

interface ItemRowProps {
  item: TaskItem
  number: number
  until: string | undefined
  watch: TaskWatchRef
}

const ItemRow = memo(function ItemRow({ item, number, until, watch }: ItemRowProps) {
  return (
    <TableRow>
      <Cell phone="half" label="#" className="tabular-nums">
        {number}
      </Cell>
      <Cell phone="line" label="Reply ID">
        <span translate="no" className="font-mono text-xs whitespace-nowrap max-md:break-all max-md:whitespace-normal">
          {item.reply_id}
        </span>
      </Cell>
      <Cell phone="half" label="Retry Count" className="tabular-nums">
        {item.retry_count}
      </Cell>
      <Cell phone="title" className="whitespace-nowrap max-md:font-semibold max-md:break-all max-md:whitespace-normal">
        {item.twitter_username ? <bdi>{item.twitter_username}</bdi> : none}
      </Cell>
      <Cell phone="aside">
        <Status status={item.status} />
      </Cell>
      <Cell
        phone="line"
        tabIndex={-1}
        data-outcome
        className={cx('wrap-anywhere', item.status === 'failed' && 'max-md:text-danger-ink')}
      >
        {item.error ?? none}
      </Cell>
      <Cell phone="half" label="Created At">
        <Time format="stacked" value={item.created_at} />
      </Cell>
      <Cell phone="half" label="Updated At">
        <Time format="stacked" value={item.updated_at} />
      </Cell>
      <Cell phone="inline" className="max-md:w-full max-md:empty:hidden">
        {item.reply_tweet_id ? <PostedLink item={item} /> : none}
      </Cell>
      <Cell phone="line" className="col-span-full flex flex-col gap-1.5 md:pt-0! max-md:empty:hidden">
        {item.content ? (
          <div>
            <p dir="auto" className="inline text-sm wrap-anywhere whitespace-pre-line">
              {item.content}
            </p>
            <PromptButton replyId={String(item.reply_id)} className="-my-1 ml-1 align-middle" />
          </div>
        ) : null}
        <UnreadableNote record={item} />
        <ItemOutcome item={item} until={until} watch={watch} />
      </Cell>
    </TableRow>
  )
})
