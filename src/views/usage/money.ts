import * as words from '../../schemas/composer/composer.words'
import { type Budget, dollars, type Price, type Spending, sumOf, type Total } from '../../schemas/usage/money'
import { callsWithoutPrice, unconfirmed } from '../../schemas/usage/usage.words'

/** "$0.43", "$0.43, and up to $0.02 more that is not known yet" */
export const totalText = ({ charged, open, unpriced }: Total): string =>
  [
    dollars(charged),
    ...(open > 0 ? [unconfirmed(dollars(open))] : []),
    ...(unpriced > 0 ? [callsWithoutPrice(unpriced)] : []),
  ].join(', and ')

/** Rest of today's budget, at least 0; null for no limit. */
export const leftOf = ({ daily, ceiling }: Budget, spent: number): Price => {
  const most = daily === null || (ceiling !== null && ceiling < daily) ? ceiling : daily
  return most === null ? null : Math.max(0, most - spent)
}

export interface PricedReply {
  hasLink: boolean
  price: Price
}

/** Undefined if no reply is sent by API. */
export const sendingText = (spending: Spending, replies: PricedReply[]): string | undefined => {
  if (replies.length === 0) return undefined
  const price = sumOf(replies.map((each) => each.price))
  if (price === null) return words.sendPriceUnknown(replies.length)
  const links = replies.filter(({ hasLink }) => hasLink).length
  const left = leftOf(spending.budget, spending.today.charged + spending.today.open)
  return [
    words.sendPrice(dollars(price), links, replies.length),
    ...(left !== null && left < price ? [words.beyondBudget(dollars(left))] : []),
  ].join('. ')
}
