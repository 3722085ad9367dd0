import { useSelector } from '@xstate/react'
import type { OwnAccountRef } from '../../machines/security/ownAccount'
import type { SessionEntry } from '../../schemas/security/operators'
import * as words from '../../schemas/security/security.words'
import { Badge, Button, Time } from '../ui'

export const Sessions = ({ flow, sessions }: { flow: OwnAccountRef; sessions: SessionEntry[] }) => {
  const ending = useSelector(flow, ({ context }) => context.ending)
  const isEndingOthers = useSelector(flow, (snapshot) => snapshot.matches('endingOthers'))
  const isBusy = useSelector(flow, (snapshot) => snapshot.hasTag('busy'))
  const hasOthers = sessions.some(({ current }) => !current)
  return (
    <section aria-labelledby="sessions-heading">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="sessions-heading" className="text-lg">
          Sessions
        </h2>
        {hasOthers ? (
          <Button size="sm" busy={isEndingOthers} disabled={isBusy} onClick={() => flow.send({ type: 'others.end' })}>
            {words.signOutElsewhere}
          </Button>
        ) : null}
      </div>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {sessions.map(({ id, device, address, last_used_at, created_at, current }) => (
          <li key={id} className="flex items-center gap-3 py-2.5">
            <div className="min-w-0 flex-1 text-sm">
              <p className="font-semibold wrap-anywhere">
                {device || words.unknownDevice} {current ? <Badge>This session</Badge> : null}
              </p>
              <p className="text-xs text-ink-2 wrap-anywhere">
                {address === null ? null : `${address}, `}
                used <Time value={last_used_at} />, since <Time value={created_at} />
              </p>
            </div>
            {current ? null : (
              <Button
                size="sm"
                aria-label={words.endSession(device)}
                busy={ending === id}
                disabled={isBusy}
                onClick={() => flow.send({ type: 'session.end', id })}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
