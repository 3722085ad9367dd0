import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { type SendOrderOf, sendOrder } from '../../actors/sendOrder'
import type { Eligibility } from '../../schemas/eligibility'
import { useScreenActor } from '../screenActor'

export interface SendOrderProps extends SendOrderOf {
  /** Undefined once what was read does not hold any more. */
  onRead: (eligibility: Eligibility | undefined) => void
}

/** Reads it for the composer, and draws nothing. Its key names the post and the group. */
const SendOrder = ({ tweetId, group, onRead }: SendOrderProps) => {
  const loader = useScreenActor(sendOrder, { params: { tweetId, group } })
  const eligibility = useSelector(loader, ({ context }) => context.data)
  useEffect(() => {
    onRead(eligibility)
    return () => onRead(undefined)
  }, [eligibility, onRead])
  return null
}

export default SendOrder
