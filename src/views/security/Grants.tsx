import { useSelector } from '@xstate/react'
import type { OperatorsRef } from '../../machines/security/operators'
import * as words from '../../schemas/security/security.words'
import { Button, Time } from '../ui'

export const Grants = ({ flow, title }: { flow: OperatorsRef; title: string }) => {
  const grants = useSelector(flow, ({ context }) => context.grants)
  const isHeld = useSelector(flow, (snapshot) => snapshot.hasTag('busy') || snapshot.hasTag('shownOnce'))
  if (!grants || grants.length === 0) return null
  return (
    <section aria-labelledby="grants-heading">
      <h3 id="grants-heading" className="mt-6 font-semibold">
        {title}
      </h3>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {grants.map((grant) => {
          const what = [words.grantPurposes[grant.purpose], grant.name, grant.email].filter(Boolean).join(', ')
          return (
            <li key={`${grant.purpose} ${grant.id}`} className="flex items-center gap-3 py-2.5 text-sm">
              <div className="min-w-0 flex-1">
                <p className="wrap-anywhere">{what}</p>
                <p className="text-xs text-ink-2 wrap-anywhere">
                  {words.createdBy} {grant.issued_by ?? words.commandLine}, <Time value={grant.created_at} />
                  {words.validUntil} <Time value={grant.expires_at} />
                </p>
              </div>
              <Button
                size="sm"
                aria-label={`Revoke ${what}`}
                disabled={isHeld}
                onClick={() => flow.send({ type: 'grant.end', grant })}
              >
                Revoke
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
