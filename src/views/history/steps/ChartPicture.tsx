import './chart.css'
import { memo, type ReactNode } from 'react'
import type { Arrow, Drawing, DrawnState, StateBox } from './drawing'

interface Props {
  drawing: Drawing
  name: string
  /** Ids of states and transitions, separated by blanks, so that an unchanged picture does not render again. */
  active: string
  latest: string
  covered?: string | undefined
  isWhole: boolean
  /** Replaces a state's key as its name. */
  keyOf?: ((state: DrawnState) => ReactNode) | undefined
}

type LookOf = (transition: string | undefined) => string | undefined

const ownKey = ({ key }: DrawnState): ReactNode => key

export const ChartPicture = memo(({ drawing, name, active, latest, covered, isWhole, keyOf = ownKey }: Props) => {
  const lit = new Set(active.split(' '))
  const marked = new Set(latest.split(' '))
  const taken = covered === undefined ? undefined : new Set(covered.split(' '))
  const lookOf: LookOf = (transition) => {
    if (transition === undefined) return undefined
    const looks = [
      ...(marked.has(transition) ? ['is-latest'] : []),
      ...(taken ? [taken.has(transition) ? 'is-taken' : 'is-untaken'] : []),
    ]
    return looks.length > 0 ? looks.join(' ') : undefined
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a picture with links in it, and no form
    <svg
      viewBox={`0 0 ${drawing.width} ${drawing.height}`}
      width={drawing.width}
      className={isWhole ? 'statechart is-whole' : 'statechart'}
      role="group"
      aria-label={name}
    >
      <defs>
        <marker
          id="tip"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path d="M0 0 8 4 0 8Z" className="tip" />
        </marker>
      </defs>
      {drawing.states.map((box) => (
        <StateShape key={box.state.id} box={box} keyOf={keyOf} isActive={lit.has(box.state.id)} lookOf={lookOf} />
      ))}
      {drawing.arrows.map((arrow) => (
        <ArrowShape key={arrow.id} arrow={arrow} lookOf={lookOf} />
      ))}
    </svg>
  )
})

interface StateProps {
  box: StateBox
  keyOf: (state: DrawnState) => ReactNode
  isActive: boolean
  lookOf: LookOf
}

const StateShape = ({ box, keyOf, isActive, lookOf }: StateProps) => {
  const { state, isLeaf, notes, x, y, width, height } = box
  const look = [isLeaf ? 'is-leaf' : '', state.isFinal ? 'is-final' : ''].join(' ')
  return (
    <g className={isActive ? 'state is-active' : 'state'} transform={`translate(${x} ${y})`}>
      <rect width={width} height={height} rx="8" className={look} />
      {state.isInitial ? <circle cx="0" cy="14" r="4" className="start" /> : null}
      <text x="10" y="20" className="key">
        {keyOf(state)}
        <tspan dx="8" className="tags">
          {state.tags.join(' ')}
        </tspan>
      </text>
      {notes.map(({ text, transition }, index) => (
        <text key={transition ?? text} x="10" y={36 + index * 15} className={['note', lookOf(transition)].join(' ')}>
          {text}
        </text>
      ))}
    </g>
  )
}

const ArrowShape = ({ arrow: { points, label }, lookOf }: { arrow: Arrow; lookOf: LookOf }) => {
  const looks = label.lines.map(({ transition }) => lookOf(transition) ?? '')
  const look = looks.find((each) => each.includes('is-latest')) ?? looks.find((each) => each === 'is-taken') ?? looks[0]
  return (
    <g className={['arrow', look].join(' ')}>
      <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} markerEnd="url(#tip)" />
      {label.lines.map(({ text, transition = text }, index) => (
        <text key={transition} x={label.x + 4} y={label.y + 11 + index * 15} className={lookOf(transition)}>
          {text}
        </text>
      ))}
    </g>
  )
}
