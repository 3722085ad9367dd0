import { useSelector } from '@xstate/react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { type EligibilityOf, eligibilityOf } from '../../../machines/composer/eligibility.actors'
import type { ReplyFlowRef } from '../../../machines/composer/replyFlow'
import type { Account } from '../../../schemas/accounts/accounts'
import { unnamedIn } from '../../../schemas/composer/answerable'
import type { Eligibility } from '../../../schemas/composer/eligibility'
import { useScreenActor } from '../../shell/screenActor'
import { useComposer } from '../useComposer'

export interface EligibilityReaderProps extends EligibilityOf {
  onRead: (eligibility: Eligibility | undefined) => void
  accounts: Account[]
  flow: ReplyFlowRef
  onUnnamed: () => void
}

/**
 * Loads the eligibility for the composer and renders nothing. If it names an unknown account, the accounts and the
 * eligibility are loaded again, once for the same accounts.
 */
const EligibilityReader = ({ tweetId, group, onRead, accounts, flow, onUnnamed }: EligibilityReaderProps) => {
  const loader = useScreenActor(eligibilityOf, { params: { tweetId, group } })
  const eligibility = useSelector(loader, ({ context }) => context.data)
  // Runs before the next paint, because the order of another group would name wrong accounts.
  useLayoutEffect(() => {
    onRead(eligibility)
    if (eligibility?.order) flow.send({ type: 'order.read', group_name: group, order: eligibility.order })
    return () => onRead(undefined)
  }, [eligibility, onRead, flow, group])
  // The server compares the stored texts with earlier posts, so each edit needs a new request.
  const texts = useComposer(flow, ({ context }) => JSON.stringify(context.replies.map(({ content }) => content)))
  const asked = useRef(texts)
  useEffect(() => {
    if (asked.current === texts) return
    asked.current = texts
    loader.send({ type: 'list.reload' })
  }, [texts, loader])
  const unnamed = eligibility ? unnamedIn(eligibility, accounts).join() : ''
  useEffect(() => {
    if (unnamed === '') return
    onUnnamed()
    loader.send({ type: 'list.reload' })
  }, [unnamed, onUnnamed, loader])
  return null
}

export default EligibilityReader
