import { useSelector } from '@xstate/react'
import { modelSpending } from '../../actors/models'
import type { Role } from '../../schemas/roles'
import { generationText } from '../models'
import { useScreenActor } from '../screenActor'

export interface ModelPriceProps {
  role: Role
  /** Empty while there is no post. */
  postText: string
  count: number
}

/** What Preview takes; nothing where the provider does not say. */
const ModelPrice = (asked: ModelPriceProps) => {
  const actor = useScreenActor(modelSpending)
  const spending = useSelector(actor, ({ context }) => context.spending)
  return spending ? <p className="-mt-3 text-xs wrap-anywhere text-ink-2">{generationText(spending, asked)}</p> : null
}

export default ModelPrice
