import { useSelector } from '@xstate/react'
import { ExternalLink } from 'lucide-react'
import { Link } from 'wouter'
import type { TaskWatchRef } from '../../machines/history/taskWatch'
import { webAddress } from '../../schemas/base'
import { buttons } from '../../schemas/crud.words'
import * as words from '../../schemas/history/history.words'
import { type SituationAction, situationOf } from '../../schemas/history/situation'
import type { TaskItem } from '../../schemas/history/tasks'
import { accountPath, manualPath } from '../../schemas/paths'
import { Button } from '../ui'
import { Decision } from './Decision'
import { Revision } from './Revision'
import { reportFirst } from './reportFirst'

interface ItemActionsProps {
  item: TaskItem
  watch: TaskWatchRef
}

/** *Retry* concerns all failed replies of the task and is above its list. */
export const ItemActions = ({ item, watch }: ItemActionsProps) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 empty:hidden">
    {situationOf(item).actions.map((action) => (
      <ItemAction key={action} action={action} item={item} watch={watch} />
    ))}
  </div>
)

const ItemAction = ({ action, item, watch }: ItemActionsProps & { action: SituationAction }) => {
  switch (action) {
    case 'cancel':
    case 'hand_over':
      return <Decide item={item} watch={watch} action={action} />
    case 'rewrite':
      return item.account_id ? (
        <Revision reply={{ reply_id: item.reply_id, content: item.content ?? '' }} accountId={item.account_id} />
      ) : null
    case 'decide':
      return <Decision item={item} watch={watch} />
    case 'post_manually':
      return (
        <>
          <OpenInX item={item} watch={watch} />
          <ActionLink href={itemPath(item)}>{words.postItManually}</ActionLink>
        </>
      )
    case 'enter_outcome':
      return <ActionLink href={itemPath(item)}>{words.enterOutcome}</ActionLink>
    case 'check_account':
      return item.account_id ? (
        <ActionLink href={accountPath(item.account_id)}>{words.checkAccount(item.twitter_username)}</ActionLink>
      ) : null
    case 'retry':
      return null
  }
}

const itemPath = ({ id }: TaskItem): string => `${manualPath}?item=${encodeURIComponent(id)}`

const actionLink = 'inline-flex min-h-6 items-center gap-1.5 text-link text-xs font-semibold'

const ActionLink = ({ href, children }: { href: string; children: string }) => (
  <Link href={href} className={actionLink}>
    {children}
  </Link>
)

const Decide = ({ item, watch, action }: ItemActionsProps & { action: 'cancel' | 'hand_over' }) => {
  const decide = { type: 'item.decide', item_id: item.id, decision: { action } } as const
  const canDecide = useSelector(watch, (snapshot) => snapshot.can(decide))
  return (
    <Button size="sm" tone="quiet" disabled={!canDecide} onClick={() => watch.send(decide)}>
      {action === 'cancel' ? buttons.cancel : words.postManually}
    </Button>
  )
}

const OpenInX = ({ item, watch }: ItemActionsProps) => {
  const opening = reportFirst(() => {
    const opened = { type: 'item.decide', item_id: item.id, decision: { action: 'opened' } } as const
    const canReport = watch.getSnapshot().can(opened)
    if (canReport) watch.send(opened)
    return canReport
  })
  return (
    <a href={webAddress(item.intent_url)} target="_blank" rel="noreferrer" {...opening} className={actionLink}>
      <ExternalLink aria-hidden="true" className="size-3.5 shrink-0" />
      {words.openInX}
    </a>
  )
}
