import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { RecordedSnapshot } from '../../src/recording/recording'
import { type ActorThen, activeStates } from '../../src/recording/replay'
import { ChartPicture } from '../../src/views/history/steps/ChartPicture'
import type { Drawing, DrawnState } from '../../src/views/history/steps/drawing'
import { layOut } from '../layout'
import { CoverageChoice, type CoverageOf } from './CoverageChoice'
import { ExportButtons } from './ExportButtons'
import { SnapshotPane } from './SnapshotPane'
import { SourceLink } from './SourceLink'
import { useChartFacts } from './useChartFacts'

interface Props {
  actor: ActorThen
  /** The snapshot before the one that is shown. */
  before: RecordedSnapshot | undefined
  /** Ids of the transitions that any actor with this chart took in this run. */
  coveredByRun: ReadonlySet<string>
}

export const ChartView = ({ actor, before, coveredByRun }: Props) => {
  const { chart, snapshot, transitions, name } = actor
  const [coverageBy, setCoverageBy] = useState<CoverageOf>()
  const [drawing, setDrawing] = useState<Drawing>()
  const [isWhole, setIsWhole] = useState(false)
  const { places, tested } = useChartFacts(chart)
  const keyOf = useCallback(
    ({ id, key }: DrawnState) => {
      const place = places[id]
      return place ? <SourceLink place={place}>{key}</SourceLink> : key
    },
    [places],
  )
  const stage = useRef<HTMLDivElement>(null)
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
  const covered = coverageBy === 'run' ? [...coveredByRun] : coverageBy && tested[coverageBy]
  const active = useMemo(() => (chart ? activeStates(chart, snapshot?.value) : new Set<string>()), [chart, snapshot])
  const activeKey = [...active].join(' ')
  useLayoutEffect(() => {
    if (!drawing || isWhole || activeKey === '') return
    const innermost = [...(stage.current?.querySelectorAll('.state.is-active') ?? [])].at(-1)
    innermost?.scrollIntoView({ block: 'center', inline: 'center' })
  }, [drawing, isWhole, activeKey])

  return (
    <>
      <div className="chart" ref={stage}>
        {chart ? (
          <div className="tools">
            <button type="button" aria-pressed={isWhole} onClick={() => setIsWhole(!isWhole)}>
              Fit
            </button>
            <CoverageChoice chart={chart} by={coverageBy} coveredByRun={covered} onChoose={setCoverageBy} />
            <ExportButtons chart={chart} name={name} stage={stage} />
          </div>
        ) : null}
        {drawing ? (
          <ChartPicture
            drawing={drawing}
            name={name}
            active={activeKey}
            latest={transitions.join(' ')}
            covered={covered?.join(' ')}
            isWhole={isWhole}
            keyOf={keyOf}
          />
        ) : (
          <p className="hint">{chart ? 'Drawing...' : `${name} is no statechart: ${snapshot?.status ?? 'new'}`}</p>
        )}
      </div>
      <SnapshotPane snapshot={snapshot} before={before} />
    </>
  )
}
