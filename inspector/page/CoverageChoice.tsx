import type { Chart } from '../../src/recording/recording'
import { coverageOf } from '../coverage'

/** In this run, by the tests' generated paths, or by the tests of views; undefined shows none. */
export type CoverageOf = 'run' | 'paths' | 'views' | undefined

interface Props {
  chart: Chart
  by: CoverageOf
  /** Ids of transitions; undefined without a measurement. */
  coveredByRun: readonly string[] | undefined
  onChoose(by: CoverageOf): void
}

const choices: { by: CoverageOf; label: string }[] = [
  { by: undefined, label: 'none' },
  { by: 'run', label: 'this run' },
  { by: 'paths', label: 'generated paths' },
  { by: 'views', label: 'tests of the views' },
]

export const CoverageChoice = ({ chart, by, coveredByRun, onChoose }: Props) => (
  <>
    <label className="choice">
      Coverage
      <select
        value={by ?? ''}
        onChange={({ target }) => onChoose(choices.find((choice) => choice.by === target.value)?.by)}
      >
        {choices.map(({ by: value, label }) => (
          <option key={label} value={value ?? ''}>
            {label}
          </option>
        ))}
      </select>
    </label>
    {by === undefined ? null : <output>{coverageText(chart, coveredByRun)}</output>}
  </>
)

const coverageText = (chart: Chart, ids: readonly string[] | undefined): string => {
  if (!ids) return 'Not measured: npm run inspector:coverage'
  const { covered, total } = coverageOf(chart, new Set(ids))
  return `${covered} of ${total} transitions taken`
}
