import { useLayoutEffect, useRef } from 'react'
import type { Identified } from '../../machines/resource'

/** By id. */
type Keys = ReadonlyMap<number, number>

/**
 * A key for each row: one that stays keeps its own, one that comes takes that of one that goes. So the rows of another
 * page are written into the elements of the last one, instead of being made anew.
 */
export const recycleKeys = (last: Keys, rows: readonly Identified[]): Keys => {
  const leaving = new Map(last)
  for (const { id } of rows) leaving.delete(id)
  const free = [...leaving.values()]
  let unused = Math.max(0, ...last.values())
  return new Map(rows.map(({ id }) => [id, last.get(id) ?? free.shift() ?? ++unused]))
}

export const useRecycledKeys = (rows: readonly Identified[]): Keys => {
  const drawn = useRef<Keys>(new Map())
  const keys = recycleKeys(drawn.current, rows)
  useLayoutEffect(() => {
    drawn.current = keys
  })
  return keys
}
