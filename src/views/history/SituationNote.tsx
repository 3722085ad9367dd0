import type { Situation } from '../../schemas/history/situation'
import { withLocalTimes } from '../ui/localTimes'
import { Time } from '../ui/Time'

export const SituationNote = ({ situation: { reason, until, next } }: { situation: Situation }) => (
  <>
    {reason ? (
      <p className="text-xs text-ink-2">
        {reason}
        {until ? (
          <>
            , {until.label} <Time value={until.at} />
          </>
        ) : null}
        .
      </p>
    ) : null}
    {next ? <p className="text-xs text-ink-2">{withLocalTimes(next)}</p> : null}
  </>
)
