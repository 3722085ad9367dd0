import { useSelector } from '@xstate/react'
import { spending as machine } from '../../machines/usage/usage.actors'
import { linksIn } from '../../schemas/composer/postText'
import { priceOfReply } from '../../schemas/usage/money'
import { useScreenActor } from '../shell/screenActor'
import { sendingText } from '../usage/money'

export interface SendPriceProps {
  /** Only replies that go out through the API. `isSummoned`: the post mentions or quotes the account. */
  replies: { content: string; isSummoned: boolean }[]
}

const SendPrice = ({ replies }: SendPriceProps) => {
  const actor = useScreenActor(machine)
  const spending = useSelector(actor, ({ context }) => context.spending)
  if (!spending) return null
  const priced = replies.map(({ content, isSummoned }) => {
    const hasLink = linksIn(content).length > 0
    return { hasLink, price: priceOfReply(spending.prices, { hasLink, isSummoned }) }
  })
  const text = sendingText(spending, priced)
  return text === undefined ? null : <span> · {text}</span>
}

export default SendPrice
