import type { Check } from '../../../src/schemas/desk/check'
import { shareOf } from '../../../src/schemas/similar'
import type { About } from './about'

/** X calls two posts near-identical from about nine tenths on; readers of one account notice sooner. */
const mostAlike = 0.72

/** Nearly what the operator said to another post. */
export const nearness: Check<Pick<About, 'earlier'>> = (text, { earlier }) => {
  const same = earlier.find((each) => shareOf(text, each) >= mostAlike)
  return same === undefined ? undefined : `is nearly an earlier reply: “${same}”`
}
