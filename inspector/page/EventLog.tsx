import { useLayoutEffect, useRef } from 'react'
import { shortName } from '../../src/recording/names'
import type { Entry } from '../../src/recording/recording'
import { valueText } from '../../src/recording/replay'

interface Props {
  entries: Entry[]
  count: number
  names: Map<string, string>
  onStep(count: number): void
}

const shownAtOnce = 400

/** Every event, what it led to and what was emitted, with its time. A click goes back to that moment. */
export const EventLog = ({ entries, count, names, onStep }: Props) => {
  const first = Math.max(0, Math.min(entries.length - shownAtOnce, count - shownAtOnce / 2))
  return (
    <ol className="log">
      {entries.slice(first, first + shownAtOnce).map((entry, offset) => {
        const position = first + offset + 1
        return (
          <LogRow
            key={position}
            entry={entry}
            who={names.get(entry.actor) ?? entry.actor}
            isCurrent={position === count}
            isAhead={position > count}
            onChoose={() => onStep(position)}
          />
        )
      })}
    </ol>
  )
}

interface RowProps {
  entry: Entry
  who: string
  isCurrent: boolean
  /** It happens after the moment that is shown. */
  isAhead: boolean
  onChoose(): void
}

const LogRow = ({ entry, who, isCurrent, isAhead, onChoose }: RowProps) => {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (isCurrent) button.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <li>
      <button
        type="button"
        ref={button}
        aria-current={isCurrent}
        className={isAhead ? `is-${entry.kind} is-ahead` : `is-${entry.kind}`}
        onClick={onChoose}
      >
        <time>{new Date(entry.at).toISOString().slice(11, 23)}</time>
        <span className="who">{who}</span>
        <span className="what">{textOf(entry)}</span>
      </button>
    </li>
  )
}

const textOf = (entry: Entry): string => {
  if (entry.kind === 'actor') return 'is created'
  if (entry.kind === 'event') return shortName(entry.event.type)
  if (entry.kind === 'emitted') return `emits ${entry.event.type} ${payloadText(entry.event)}`
  const state = valueText(entry.snapshot.value) || entry.snapshot.status
  return entry.snapshot.value !== undefined && entry.transitions.length === 0 && entry.event.type !== 'xstate.init'
    ? `ignores ${shortName(entry.event.type)}, stays in ${state}`
    : `is now ${state}`
}

const payloadText = ({ type: _, ...rest }: { type: string }): string => {
  const text = Object.values(rest).map(String).join(' ')
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
