import type { Identified } from '../../machines/crud/resource'
import type { RecordId } from '../../schemas/base'

export const neighbour = <TItem extends Identified>(items: readonly TItem[], index: number): RecordId | undefined =>
  (items[index + 1] ?? items[index - 1])?.id
