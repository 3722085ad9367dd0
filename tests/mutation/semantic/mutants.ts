import { composerMutants } from './composer'
import { deliveryMutants } from './delivery'
import type { Mutant } from './mutant'
import { namedMutants } from './named'
import { screenMutants } from './screens'
import { sessionMutants } from './session'
import { wiringMutants } from './wiring'

/** By area of the product. */
export const mutants: Record<string, Mutant[]> = {
  composer: composerMutants,
  session: sessionMutants,
  screens: screenMutants,
  wiring: wiringMutants,
  delivery: deliveryMutants,
  named: namedMutants,
}
