import { useSelector } from '@xstate/react'
import { spending as machine } from '../../machines/usage/usage.actors'
import * as words from '../../schemas/composer/composer.words'
import { dollars, priceOfReading } from '../../schemas/usage/money'
import { useScreenActor } from '../shell/screenActor'

const ReadPrice = () => {
  const actor = useScreenActor(machine)
  const spending = useSelector(actor, ({ context }) => context.spending)
  if (!spending) return null
  const price = priceOfReading(spending.prices, { posts: 1, users: 1 })
  if (price === 0) return null
  return (
    <p className="text-xs text-ink-2">{price === null ? words.readPriceUnknown : words.readPrice(dollars(price))}</p>
  )
}

export default ReadPrice
