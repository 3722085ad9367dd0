import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type ActorThen, activeStates } from '../../src/recording/replay'
import { type Arrow, type Drawing, layOut, type StateBox, transitionText } from '../layout'
import { JsonView } from './JsonView'

/** An actor's statechart, the active states lit and the transitions of its latest event marked. */
export const ChartView = ({ actor }: { actor: ActorThen }) => {
  const { chart, snapshot, transitions, name } = actor
  const [drawing, setDrawing] = useState<Drawing>()
  const [isWhole, setIsWhole] = useState(false)
  const picture = useRef<SVGSVGElement>(null)
  useEffect(() => {
    if (!chart) return
    let isWanted = true
    layOut(chart).then((laidOut) => {
      if (isWanted) setDrawing(laidOut)
    })
    return () => {
      isWanted = false
    }
  }, [chart])
  const active = useMemo(() => (chart ? activeStates(chart, snapshot?.value) : new Set<string>()), [chart, snapshot])
  const latest = new Set(transitions)
  useLayoutEffect(() => {
    if (!drawing || isWhole || active.size === 0) return
    const innermost = [...(picture.current?.querySelectorAll('.state.is-active') ?? [])].at(-1)
    innermost?.scrollIntoView({ block: 'center', inline: 'center' })
  }, [drawing, isWhole, active])

  return (
    <>
      <div className="chart">
        <button type="button" aria-pressed={isWhole} onClick={() => setIsWhole(!isWhole)}>
          Fit
        </button>
        {drawing ? (
          <svg
            ref={picture}
            viewBox={`0 0 ${drawing.width} ${drawing.height}`}
            width={drawing.width}
            className={isWhole ? 'is-whole' : undefined}
            role="img"
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
              <StateShape key={box.state.id} box={box} isActive={active.has(box.state.id)} latest={latest} />
            ))}
            {drawing.arrows.map((arrow) => (
              <ArrowShape key={arrow.id} arrow={arrow} latest={latest} />
            ))}
          </svg>
        ) : (
          <p className="hint">{chart ? 'Drawing...' : `${name} is no statechart: ${snapshot?.status ?? 'new'}`}</p>
        )}
      </div>
      <div className="snapshot">
        <JsonView title="Snapshot" value={snapshot} />
      </div>
    </>
  )
}

const StateShape = ({ box, isActive, latest }: { box: StateBox; isActive: boolean; latest: Set<string> }) => {
  const { state, isLeaf, notes, x, y, width, height } = box
  const look = [isLeaf ? 'is-leaf' : '', state.isFinal ? 'is-final' : ''].join(' ')
  return (
    <g className={isActive ? 'state is-active' : 'state'} transform={`translate(${x} ${y})`}>
      <rect width={width} height={height} rx="8" className={look} />
      {state.isInitial ? <circle cx="0" cy="14" r="4" className="start" /> : null}
      <text x="10" y="20" className="key">
        {state.key}
        <tspan dx="8" className="tags">
          {state.tags.join(' ')}
        </tspan>
      </text>
      {notes.map(({ text, transition }, index) => (
        <text
          key={transition ?? text}
          x="10"
          y={36 + index * 15}
          className={transition !== undefined && latest.has(transition) ? 'note is-latest' : 'note'}
        >
          {text}
        </text>
      ))}
    </g>
  )
}

const ArrowShape = ({ arrow: { points, label }, latest }: { arrow: Arrow; latest: Set<string> }) => {
  const isLatest = label.lines.some(({ id }) => latest.has(id))
  return (
    <g className={isLatest ? 'arrow is-latest' : 'arrow'}>
      <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} markerEnd="url(#tip)" />
      {label.lines.map((transition, index) => (
        <text
          key={transition.id}
          x={label.x + 4}
          y={label.y + 11 + index * 15}
          className={latest.has(transition.id) ? 'is-latest' : undefined}
        >
          {transitionText(transition)}
        </text>
      ))}
    </g>
  )
}
