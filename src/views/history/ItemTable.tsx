import { memo } from 'react'
import type { TaskWatchRef } from '../../machines/history/taskWatch'
import type { Numbered } from '../../schemas/historyTable'
import { goesOnAt } from '../../schemas/taskOutcome'
import type { TaskItem } from '../../schemas/tasks'
import ToldButton from '../composer/ToldButton'
import { Cell, ColumnHeader, Table, TableBody, TableHead, TableRow, Time } from '../ui'
import { Status } from '../ui/Status'
import { ItemOutcome } from './ItemOutcome'
import { PostedLink } from './PostedLink'

/** Hidden on phones, where the table has no columns. */
const none = <span className="text-ink-3 max-md:hidden">–</span>

export const ItemTable = ({ items, watch }: { items: Numbered<TaskItem>[]; watch: TaskWatchRef }) => (
  <Table label="Items" dense className="md:[&_td]:py-2.5 md:[&_td]:align-top md:[&_th]:whitespace-normal">
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
        <ItemRow key={row.id} item={row} number={number} goesOnAt={goesOnAt(row)} watch={watch} />
      ))}
    </TableBody>
  </Table>
)

interface ItemRowProps {
  item: TaskItem
  number: number
  goesOnAt: string | undefined
  watch: TaskWatchRef
}

const ItemRow = memo(function ItemRow({ item, number, goesOnAt, watch }: ItemRowProps) {
  return (
    <TableRow>
      <Cell phone="hidden" className="tabular-nums">
        {number}
      </Cell>
      <Cell phone="line" label="Reply ID" className="md:min-w-27 md:@min-[52rem]:min-w-28 md:@min-[60rem]:min-w-44">
        <span translate="no" className="font-mono text-xs break-all">
          {item.reply_id}
        </span>
        {item.content ? <ToldButton replyId={String(item.reply_id)} className="-my-1 ml-1 align-middle" /> : null}
        {item.content ? (
          <p dir="auto" className="mt-1 line-clamp-4 text-sm wrap-anywhere whitespace-pre-line">
            {item.content}
          </p>
        ) : null}
      </Cell>
      <Cell phone="half" label="Retry Count" className="tabular-nums">
        {item.retry_count}
      </Cell>
      <Cell phone="title" className="break-all max-md:font-semibold md:min-w-29 md:@min-[52rem]:min-w-34">
        {item.twitter_username ? <bdi>{item.twitter_username}</bdi> : none}
      </Cell>
      <Cell phone="aside">
        <Status status={item.status} />
      </Cell>
      <Cell phone="line" className="md:min-w-28 md:@min-[52rem]:min-w-32 md:@min-[60rem]:min-w-40">
        <ItemOutcome item={item} goesOnAt={goesOnAt} watch={watch} none={none} />
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
    </TableRow>
  )
})
