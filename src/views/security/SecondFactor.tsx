import { zodResolver } from '@hookform/resolvers/zod'
import { useSelector } from '@xstate/react'
import { useForm } from 'react-hook-form'
import { useEffects, useEmitted } from '../../effects'
import type { SecondFactorRef } from '../../machines/security/secondFactor'
import { secondFactor } from '../../machines/security/secondFactor.actors'
import { buttons } from '../../schemas/crud.words'
import { enrolBody, type SecondFactor as Factor } from '../../schemas/security/secondFactor'
import * as words from '../../schemas/security/security.words'
import { useScreenActor } from '../shell/screenActor'
import { Button, ConfirmDialog, FailedState, Field, Time } from '../ui'
import { CopyButton } from '../ui/CopyButton'
import { PasswordInput } from '../ui/forms/PasswordInput'
import { Coming } from '../ui/states/Coming'
import { CodeField } from './CodeField'
import { ConfirmFactor } from './ConfirmFactor'
import Passkeys from './Passkeys'
import { QrCode } from './QrCode'
import { RecoveryCodes } from './RecoveryCodes'

interface SecondFactorProps {
  onEnrolled: () => void
  /** Nothing else is possible before. */
  isRequired?: boolean
}

/** The operator's second factor, and their passkeys. Nothing if the server knows none. */
const SecondFactor = ({ onEnrolled, isRequired = false }: SecondFactorProps) => {
  const flow = useScreenActor(secondFactor)
  useEffects(flow)
  useEmitted(flow, 'factor.enrolled', onEnrolled)
  const { factor, enrolment, codes } = useSelector(flow, ({ context }) => context)
  const isFailed = useSelector(flow, (snapshot) => snapshot.matches('failed'))
  const isLoading = useSelector(flow, (snapshot) => snapshot.matches('loading'))
  const failure = isFailed ? <FailedState onRetry={() => flow.send({ type: 'page.reload' })} /> : null
  if (!factor) return isLoading ? <Coming /> : <div>{failure}</div>
  const hasFactor = factor.enrolled_at !== null || (factor.passkeys ?? 0) > 0
  const changed = () => {
    flow.send({ type: 'page.reload' })
    onEnrolled()
  }
  return (
    <>
      <section aria-labelledby="second-factor-heading">
        <h2 id="second-factor-heading" className="text-lg">
          Second factor
        </h2>
        {failure ? (
          <div className="mt-4">{failure}</div>
        ) : codes ? (
          <RecoveryCodes codes={codes} onSaved={() => flow.send({ type: 'codes.saved' })} />
        ) : enrolment ? (
          <Enrolling flow={flow} {...enrolment} />
        ) : hasFactor ? (
          <On flow={flow} factor={factor} />
        ) : (
          <Off flow={flow} isConfirmed={isRequired || factor.confirmed_until !== null} />
        )}
      </section>
      {factor.passkeys === undefined ? null : (
        <Passkeys
          asks={hasFactor ? (factor.confirmed_until === null ? 'confirmation' : undefined) : 'password'}
          onChanged={changed}
        />
      )}
    </>
  )
}

export default SecondFactor

const Off = ({ flow, isConfirmed }: { flow: SecondFactorRef; isConfirmed: boolean }) => (
  <>
    {isConfirmed ? null : <ConfirmByPassword flow={flow} />}
    <p className="mt-1 max-w-prose text-sm text-ink-2">{words.factorOff}</p>
    <AppForm flow={flow} />
  </>
)

const ConfirmByPassword = ({ flow }: { flow: SecondFactorRef }) => (
  <>
    <p className="mt-1 max-w-prose text-sm text-ink-2">{words.passwordNeeded}</p>
    <OwnPasswordForm
      flow={flow}
      label={words.passwordToConfirm}
      go={words.confirmItIsMe}
      going="Checking..."
      tries="confirm"
      act="factor.confirmByPassword"
    />
  </>
)

const AppForm = ({ flow }: { flow: SecondFactorRef }) => (
  <OwnPasswordForm
    flow={flow}
    label="Your password"
    go={words.setUpApp}
    going="Starting..."
    tries="start"
    act="factor.start"
  />
)

interface OwnPasswordFormProps {
  flow: SecondFactorRef
  label: string
  go: string
  going: string
  tries: 'start' | 'confirm'
  act: 'factor.start' | 'factor.confirmByPassword'
}

const OwnPasswordForm = ({ flow, label, go, going, tries, act }: OwnPasswordFormProps) => {
  const form = useForm({ resolver: zodResolver(enrolBody), defaultValues: { current_password: '' } })
  const isBusy = useSelector(flow, (snapshot) => snapshot.hasTag('busy') && snapshot.context.tried === tries)
  const refusal = useSelector(flow, ({ context }) => (context.tried === tries ? context.refusal : undefined))
  return (
    <form
      noValidate
      className="mt-4 grid max-w-sm gap-4"
      onSubmit={form.handleSubmit((body) => flow.send({ type: act, ...body }))}
    >
      <Field label={label} error={form.formState.errors.current_password?.message ?? refusal?.replace(/^\w+: /, '')}>
        <PasswordInput {...form.register('current_password')} what="your password" autoComplete="current-password" />
      </Field>
      <Button type="submit" busy={isBusy} busyLabel={going} className="justify-self-start">
        {go}
      </Button>
    </form>
  )
}

const Enrolling = ({ flow, secret, address }: { flow: SecondFactorRef; secret: string; address: string }) => (
  <div className="mt-4 grid max-w-md gap-4 text-sm">
    <p>{words.scanCode}</p>
    <QrCode text={address} />
    <div className="flex items-center gap-2">
      <code className="min-w-0 flex-1 wrap-anywhere">{secret}</code>
      <CopyButton text={secret} what={words.copyKey} />
    </div>
    <CodeField flow={flow} act="factor.enrol" label={words.codeFromApp} go="Turn on" />
    <Button className="justify-self-start" onClick={() => flow.send({ type: 'factor.cancel' })}>
      {buttons.cancel}
    </Button>
  </div>
)

const On = ({ flow, factor }: { flow: SecondFactorRef; factor: Factor }) => {
  const isBusy = useSelector(flow, (snapshot) => snapshot.hasTag('busy'))
  const { enrolled_at: enrolledAt, recovery_codes: left, confirmed_until: until } = factor
  return (
    <div className="mt-1 grid max-w-prose gap-4 text-sm">
      <p className="text-ink-2">
        {enrolledAt === null ? (
          words.onByPasskey
        ) : (
          <>
            {words.onSince} <Time value={enrolledAt} />
          </>
        )}
        {words.factorSummary(
          left,
          enrolledAt === null ? words.passkeyOrRecoveryCode : factor.passkeys ? words.codeOrPasskey : words.aCode,
        )}
      </p>
      {until === null ? (
        <ConfirmFactor flow={flow} factor={factor} />
      ) : (
        <>
          <p>
            {words.confirmedUntil} <Time value={until} />.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" disabled={isBusy} onClick={() => flow.send({ type: 'renew.request' })}>
              {words.newRecoveryCodes}
            </Button>
            {enrolledAt === null ? null : (
              <Button size="sm" tone="danger" disabled={isBusy} onClick={() => flow.send({ type: 'remove.request' })}>
                Turn off
              </Button>
            )}
          </div>
          {enrolledAt === null ? <AppForm flow={flow} /> : null}
          <Questions flow={flow} factor={factor} />
        </>
      )}
    </div>
  )
}

const Questions = ({ flow, factor }: { flow: SecondFactorRef; factor: Factor }) => {
  const isRemoving = useSelector(flow, (snapshot) => snapshot.matches('removing'))
  const isRenewing = useSelector(flow, (snapshot) => snapshot.matches('renewing'))
  const asksRemoval = useSelector(flow, (snapshot) => snapshot.matches('confirmingRemoval')) || isRemoving
  const asksRenewal = useSelector(flow, (snapshot) => snapshot.matches('confirmingRenewal')) || isRenewing
  return (
    <>
      <ConfirmDialog
        open={asksRemoval}
        question={words.turnOffApp}
        detail={factor.passkeys ? words.passkeysRemain : words.passwordRemains}
        confirmLabel="Turn off"
        busyLabel="Turning off..."
        busy={isRemoving}
        onConfirm={() => flow.send({ type: 'remove.confirm' })}
        onCancel={() => flow.send({ type: 'remove.cancel' })}
      />
      <ConfirmDialog
        open={asksRenewal}
        question={words.askNewRecoveryCodes}
        detail={words.currentCodesStop}
        confirmLabel={words.createNewCodes}
        busyLabel="Creating..."
        busy={isRenewing}
        onConfirm={() => flow.send({ type: 'renew.confirm' })}
        onCancel={() => flow.send({ type: 'renew.cancel' })}
      />
    </>
  )
}
