import type { Identified } from '../../machines/crud/resource'

export const neighbour = <TItem extends Identified>(items: readonly TItem[], index: number): number | undefined =>
  (items[index + 1] ?? items[index - 1])?.id
