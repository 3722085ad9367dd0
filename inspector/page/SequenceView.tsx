import { shortName } from '../../src/recording/names'
import type { Timeline } from '../../src/recording/replay'

interface Props {
  timeline: Timeline
  /** Positions in the run, from 1. */
  positions: number[]
  count: number
  onStep(count: number): void
}

const isOfItself = (type: string): boolean => /^xstate\.(init|stop|promise\.)/.test(type)

const column = 104
const row = 26
const shownAtOnce = 120

export const SequenceView = ({ timeline, positions, count, onStep }: Props) => {
  const messages = positions.flatMap((position) => {
    const entry = timeline.entries[position - 1]
    const isTold = entry?.kind === 'emitted' || (entry?.kind === 'event' && !isOfItself(entry.event.type))
    return isTold ? [{ entry, position }] : []
  })
  const reached = messages.filter(({ position }) => position <= count).length
  const lastReached = messages[reached - 1]?.position
  const first = Math.max(0, Math.min(messages.length - shownAtOnce, reached - shownAtOnce / 2))
  const shown = messages.slice(first, first + shownAtOnce)
  const lanes = [
    ...new Set(
      shown.flatMap(({ entry }) => [
        ...(entry.kind === 'event' && entry.source ? [timeline.nameOf(entry.source)] : []),
        timeline.nameOf(entry.actor),
      ]),
    ),
  ]
  const xOf = (actor: string) => (lanes.indexOf(timeline.nameOf(actor)) + 1) * column
  const height = (shown.length + 1) * row
  return (
    <div className="sequence">
      <div className="lanes">
        {['outside', ...lanes].map((name) => (
          <b key={name} style={{ width: column }}>
            {name}
          </b>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a picture with links in it, and no form */}
      <svg width={(lanes.length + 1) * column} height={height} role="group" aria-label="Sequence of events">
        {['outside', ...lanes].map((lane, index) => (
          <line
            key={lane}
            x1={index * column + column / 2}
            x2={index * column + column / 2}
            y2={height}
            className="life"
          />
        ))}
        {shown.map(({ entry, position }, index) => {
          const y = (index + 1) * row
          const to = xOf(entry.actor) + column / 2
          const from = entry.kind === 'event' ? (entry.source ? xOf(entry.source) + column / 2 : column / 2) : to
          const isSelf = from === to
          const type = shortName(entry.event.type)
          return (
            <a
              key={position}
              ref={position === lastReached ? scrollToSelected : undefined}
              href={`#${position}`}
              className={`message is-${entry.kind}${position === lastReached ? ' is-current' : ''}${position > count ? ' is-ahead' : ''}`}
              onClick={(event) => {
                event.preventDefault()
                onStep(position)
              }}
            >
              {isSelf ? <circle cx={to} cy={y} r="4" /> : <path d={arrowPath(from, to, y)} />}
              <text x={isSelf ? to + 8 : Math.min(from, to) + 8} y={y - 5}>
                {entry.kind === 'emitted' ? `emits ${type}` : type}
              </text>
            </a>
          )
        })}
      </svg>
    </div>
  )
}

const scrollToSelected = (message: Element | null) => message?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

const arrowPath = (from: number, to: number, y: number): string => {
  const back = to > from ? -6 : 6
  return `M${from} ${y}H${to}m${back} -4l${-back} 4l${back} 4`
}
