import { useSelector } from '@xstate/react'
import { spending as machine } from '../../machines/usage/usage.actors'
import { dollars, priceOfReading } from '../../schemas/money'
import { useScreenActor } from '../shell/screenActor'

/** What Get Content costs; nothing where the provider does not say. */
const ReadPrice = () => {
  const actor = useScreenActor(machine)
  const spending = useSelector(actor, ({ context }) => context.spending)
  if (!spending) return null
  const price = priceOfReading(spending.prices, { posts: 1, users: 1 })
  if (price === 0) return null
  return (
    <p className="text-xs text-ink-2">
      {price === null
        ? 'What X charges for reading a post is not known.'
        : `Get Content costs about ${dollars(price)} the first time of the day: a post and its author.`}
    </p>
  )
}

export default ReadPrice
