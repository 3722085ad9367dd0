import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useLayoutEffect, useRef } from 'react'
import type { Entry } from '../../src/recording/recording'
import type { Timeline } from '../../src/recording/replay'
import { entryText } from '../entryText'
import { placeOf } from '../search'

interface Props {
  timeline: Timeline
  /** Positions in the run, from 1. */
  positions: number[]
  count: number
  onStep(count: number): void
}

const rowHeight = 22

/** Draws only the visible rows. */
export const EventLog = ({ timeline, positions, count, onStep }: Props) => {
  const list = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: positions.length,
    getScrollElement: () => list.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    initialRect: { width: 400, height: 600 },
    useFlushSync: false,
  })
  const current = placeOf(positions, count)
  useLayoutEffect(() => {
    if (positions.length > 0) rows.scrollToIndex(current)
  }, [rows, current, positions.length])
  const stepTo = (place: number) => {
    const position = positions[Math.min(Math.max(place, 0), positions.length - 1)]
    if (position !== undefined) onStep(position)
  }
  const steps: Record<string, number> = {
    ArrowUp: current - 1,
    ArrowDown: current + 1,
    PageUp: current - 20,
    PageDown: current + 20,
    Home: 0,
    End: positions.length - 1,
  }
  return (
    <div
      className="log"
      ref={list}
      role="listbox"
      aria-label="Events"
      tabIndex={0}
      aria-activedescendant={positions.length > 0 ? `entry-${positions[current]}` : undefined}
      onKeyDown={(event) => {
        const place = steps[event.key]
        if (place === undefined) return
        event.preventDefault()
        stepTo(place)
      }}
    >
      <div className="rows" style={{ height: rows.getTotalSize() }} role="presentation">
        {rows.getVirtualItems().map(({ index, start }) => {
          const position = positions[index]
          const entry = position === undefined ? undefined : timeline.entries[position - 1]
          if (!entry || position === undefined) return null
          return (
            <LogRow
              key={position}
              entry={entry}
              name={timeline.nameOf(entry.actor)}
              position={position}
              start={start}
              place={index + 1}
              of={positions.length}
              isCurrent={position === count}
              isAhead={position > count}
              onStep={onStep}
            />
          )
        })}
      </div>
    </div>
  )
}

interface RowProps {
  entry: Entry
  name: string
  position: number
  /** From the list's top, in CSS pixels. */
  start: number
  place: number
  of: number
  isCurrent: boolean
  isAhead: boolean
  onStep(count: number): void
}

const LogRow = memo(({ entry, name, position, start, place, of, isCurrent, isAhead, onStep }: RowProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys, as a listbox does
  <div
    id={`entry-${position}`}
    role="option"
    tabIndex={-1}
    aria-selected={isCurrent}
    aria-setsize={of}
    aria-posinset={place}
    className={`row is-${entry.kind}${isAhead ? ' is-ahead' : ''}`}
    style={{ transform: `translateY(${start}px)` }}
    onClick={() => onStep(position)}
  >
    <time>{new Date(entry.at).toISOString().slice(11, 23)}</time>
    <span className="who">{name}</span>
    <span className="what">{entryText(entry)}</span>
  </div>
))
