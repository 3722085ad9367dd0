import { useSelector } from '@xstate/react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { type EligibilityOf, eligibilityOf } from '../../machines/composer/eligibility.actors'
import type { ReplyFlowRef } from '../../machines/composer/replyFlow'
import type { Account } from '../../schemas/accounts'
import type { Eligibility } from '../../schemas/eligibility'
import { useScreenActor } from '../shell/screenActor'
import { unnamedIn } from './answerable'
import { useShown } from './useShown'

export interface EligibilityReaderProps extends EligibilityOf {
  /** Undefined once what was read does not hold any more. */
  onRead: (eligibility: Eligibility | undefined) => void
  /** Of the group, as far as they are known. */
  accounts: Account[]
  flow: ReplyFlowRef
  onUnnamed: () => void
}

/**
 * Reads it for the composer, and draws nothing. Its key names the post and the group. Where it names who is not known, both
 * are read again, once for the same ones.
 */
const EligibilityReader = ({ tweetId, group, onRead, accounts, flow, onUnnamed }: EligibilityReaderProps) => {
  const loader = useScreenActor(eligibilityOf, { params: { tweetId, group } })
  const eligibility = useSelector(loader, ({ context }) => context.data)
  // Before the next paint: the order of another group names nobody of this one.
  useLayoutEffect(() => {
    onRead(eligibility)
    return () => onRead(undefined)
  }, [eligibility, onRead])
  // The server compares the texts that it has stored with what was posted.
  const texts = useShown(flow, ({ context }) => JSON.stringify(context.replies.map(({ content }) => content)))
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
