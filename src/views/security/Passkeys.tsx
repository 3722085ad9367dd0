import { useSelector } from '@xstate/react'
import { useEffects, useEmitted } from '../../effects'
import type { PasskeysRef } from '../../machines/security/passkeys'
import { passkeys } from '../../machines/security/passkeys.actors'
import type { Passkey } from '../../schemas/security/passkeys'
import * as words from '../../schemas/security/security.words'
import { useScreenActor } from '../shell/screenActor'
import { Badge, Button, ConfirmDialog, FailedState, Time } from '../ui'
import { Coming } from '../ui/states/Coming'
import { AddPasskey } from './AddPasskey'
import { RecoveryCodes } from './RecoveryCodes'
import { RenamePasskey } from './RenamePasskey'

export interface PasskeysProps {
  /** Required before a passkey is added; undefined after a recent confirmation. */
  asks: 'password' | 'confirmation' | undefined
  onChanged: () => void
}

const Passkeys = ({ asks, onChanged }: PasskeysProps) => {
  const flow = useScreenActor(passkeys)
  useEffects(flow)
  useEmitted(flow, 'passkeys.changed', onChanged)
  const { list, codes, chosen } = useSelector(flow, ({ context }) => context)
  const isFailed = useSelector(flow, (snapshot) => snapshot.matches('failed'))
  const isRemoving = useSelector(flow, (snapshot) => snapshot.matches('removing'))
  const isAsked = useSelector(flow, (snapshot) => snapshot.matches('confirming') || snapshot.matches('removing'))
  const isLoading = useSelector(flow, (snapshot) => snapshot.matches('loading'))
  if (isFailed) return <FailedState onRetry={() => flow.send({ type: 'page.reload' })} />
  if (!list) return isLoading ? <Coming /> : null
  return (
    <section aria-labelledby="passkeys-heading">
      <h2 id="passkeys-heading" className="text-lg">
        Passkeys
      </h2>
      <p className="mt-1 max-w-prose text-sm text-ink-2">{words.passkeysLead}</p>
      {list.passkeys.length > 0 ? (
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {list.passkeys.map((passkey) => (
            <Row key={passkey.id} flow={flow} passkey={passkey} isLocked={asks !== undefined} />
          ))}
        </ul>
      ) : null}
      {codes ? (
        <RecoveryCodes codes={codes} onSaved={() => flow.send({ type: 'codes.saved' })} />
      ) : list.unavailable !== null ? (
        <p className="mt-3 max-w-prose text-sm wrap-anywhere">{list.unavailable}.</p>
      ) : asks === 'confirmation' ? (
        <p className="mt-3 max-w-prose text-sm">{words.confirmIdentityAbove}</p>
      ) : (
        <AddPasskey flow={flow} asksPassword={asks === 'password'} />
      )}
      <ConfirmDialog
        open={isAsked}
        question={`Remove ${chosen?.label ?? words.thisPasskey}?`}
        detail={list.passkeys.length > 1 ? words.passkeyRemoval : words.lastPasskeyRemoval}
        confirmLabel="Remove"
        busyLabel="Removing..."
        busy={isRemoving}
        onConfirm={() => flow.send({ type: 'remove.confirm' })}
        onCancel={() => flow.send({ type: 'remove.cancel' })}
      />
    </section>
  )
}

export default Passkeys

const Row = ({ flow, passkey, isLocked }: { flow: PasskeysRef; passkey: Passkey; isLocked: boolean }) => {
  const isResting = useSelector(flow, (snapshot) => snapshot.matches('shown'))
  const isNamed = useSelector(
    flow,
    (snapshot) =>
      (snapshot.matches('naming') || snapshot.matches('renaming')) && snapshot.context.chosen?.id === passkey.id,
  )
  return (
    <li className="flex flex-wrap items-center gap-3 py-2.5">
      {isNamed ? (
        <RenamePasskey flow={flow} passkey={passkey} />
      ) : (
        <>
          <div className="min-w-0 flex-1 basis-48 text-sm">
            <p className="font-semibold wrap-anywhere">
              {passkey.label}{' '}
              {passkey.blocked_at ? (
                <Badge tone="danger">Blocked</Badge>
              ) : passkey.synced ? (
                <Badge>Synced</Badge>
              ) : null}
            </p>
            <p className="text-xs text-ink-2 wrap-anywhere">
              {passkey.last_used_at === null ? (
                'never used'
              ) : (
                <>
                  used <Time value={passkey.last_used_at} />
                </>
              )}
              , since <Time value={passkey.created_at} />
              {passkey.synced ? null : words.onOneDevice}
            </p>
          </div>
          <div className="flex gap-2">
            <Button
              size="sm"
              aria-label={`Rename ${passkey.label}`}
              disabled={!isResting}
              onClick={() => flow.send({ type: 'rename.request', passkey })}
            >
              Rename
            </Button>
            <Button
              size="sm"
              aria-label={`Remove ${passkey.label}`}
              disabled={!isResting || isLocked}
              onClick={() => flow.send({ type: 'remove.request', passkey })}
            >
              Remove
            </Button>
          </div>
          {passkey.blocked_at ? (
            <p className="max-w-prose basis-full text-xs text-danger-ink">
              {words.blockedSince} <Time value={passkey.blocked_at} />
              {words.blockedBecause}
            </p>
          ) : null}
        </>
      )}
    </li>
  )
}
