import type { Situation } from '../../schemas/situation'
import { ClockTime } from '../ui/ClockTime'
import { withLocalTimes } from '../ui/localTimes'

export const SituationNote = ({ situation: { reason, until, next } }: { situation: Situation }) => (
  <>
    {reason ? (
      <p className="text-xs text-ink-2">
        {reason}
        {until ? (
          <>
            , {until.label} <ClockTime value={until.at} />
          </>
        ) : null}
        .
      </p>
    ) : null}
    {next ? <p className="text-xs text-ink-2">{withLocalTimes(next)}</p> : null}
  </>
)
