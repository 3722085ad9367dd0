import { zodResolver } from '@hookform/resolvers/zod'
import { useSelector } from '@xstate/react'
import { useForm } from 'react-hook-form'
import { secondFactor } from '../../actors/secondFactor'
import { useEffects, useEmitted } from '../../effects'
import type { SecondFactorRef } from '../../machines/secondFactor'
import { enrolBody, type SecondFactor as Factor } from '../../schemas/secondFactor'
import { CopyButton } from '../CopyButton'
import { useScreenActor } from '../screenActor'
import { Button, Card, FailedState, Field, Time } from '../ui'
import { PasswordInput } from '../ui/PasswordInput'
import { CodeField } from './CodeField'
import { QrCode } from './QrCode'

/** The operator's second factor; nothing where the server knows none. */
const SecondFactor = ({ onEnrolled }: { onEnrolled: () => void }) => {
  const flow = useScreenActor(secondFactor)
  useEffects(flow)
  useEmitted(flow, 'factor.enrolled', onEnrolled)
  const { factor, enrolment, codes } = useSelector(flow, ({ context }) => context)
  const isFailed = useSelector(flow, (snapshot) => snapshot.matches('failed'))
  if (isFailed) return <FailedState onRetry={() => flow.send({ type: 'page.reload' })} />
  if (!factor) return null
  return (
    <section aria-labelledby="second-factor-heading">
      <h2 id="second-factor-heading" className="text-lg">
        Second factor
      </h2>
      {codes ? (
        <RecoveryCodes flow={flow} codes={codes} />
      ) : enrolment ? (
        <Enrolling flow={flow} {...enrolment} />
      ) : factor.enrolled_at === null ? (
        <Off flow={flow} />
      ) : (
        <On flow={flow} factor={factor} enrolledAt={factor.enrolled_at} />
      )}
    </section>
  )
}

export default SecondFactor

const Off = ({ flow }: { flow: SecondFactorRef }) => {
  const form = useForm({ resolver: zodResolver(enrolBody), defaultValues: { current_password: '' } })
  const isStarting = useSelector(flow, (snapshot) => snapshot.matches('starting'))
  const refusal = useSelector(flow, ({ context }) => context.refusal)
  return (
    <>
      <p className="mt-1 max-w-prose text-sm text-ink-2">
        Off: a stolen password is enough to sign in as you. With an authenticator app, a code is asked for as well.
      </p>
      <form
        noValidate
        className="mt-4 grid max-w-sm gap-4"
        onSubmit={form.handleSubmit((body) => flow.send({ type: 'factor.start', ...body }))}
      >
        <Field
          label="Your password"
          error={form.formState.errors.current_password?.message ?? refusal?.replace(/^\w+: /, '')}
        >
          <PasswordInput {...form.register('current_password')} what="your password" autoComplete="current-password" />
        </Field>
        <Button type="submit" busy={isStarting} busyLabel="Starting..." className="justify-self-start">
          Set up an authenticator app
        </Button>
      </form>
    </>
  )
}

const Enrolling = ({ flow, secret, address }: { flow: SecondFactorRef; secret: string; address: string }) => (
  <div className="mt-4 grid max-w-md gap-4 text-sm">
    <p>Scan this with your authenticator app, or type the key into it. Then enter the code that it shows.</p>
    <QrCode text={address} />
    <div className="flex items-center gap-2">
      <code className="min-w-0 flex-1 wrap-anywhere">{secret}</code>
      <CopyButton text={secret} what="Copy the key" />
    </div>
    <CodeField flow={flow} act="factor.enrol" label="Code from the app" go="Switch on" />
    <Button className="justify-self-start" onClick={() => flow.send({ type: 'factor.cancel' })}>
      Cancel
    </Button>
  </div>
)

const RecoveryCodes = ({ flow, codes }: { flow: SecondFactorRef; codes: string[] }) => (
  <Card tone="sunken" className="mt-4 grid gap-3 text-sm">
    <p>
      Keep these recovery codes where you keep your passwords. Each of them stands for one code when you have lost your
      app. They are shown once.
    </p>
    <ul className="grid gap-1">
      {codes.map((code) => (
        <li key={code}>
          <code className="wrap-anywhere">{code}</code>
        </li>
      ))}
    </ul>
    <div className="flex items-center gap-2">
      <Button size="sm" onClick={() => flow.send({ type: 'codes.kept' })}>
        I have kept them
      </Button>
      <CopyButton text={codes.join('\n')} what="Copy the recovery codes" />
    </div>
  </Card>
)

const On = ({ flow, factor, enrolledAt }: { flow: SecondFactorRef; factor: Factor; enrolledAt: string }) => {
  const isBusy = useSelector(flow, (snapshot) => snapshot.hasTag('busy'))
  const { recovery_codes: left, confirmed_until: until } = factor
  return (
    <div className="mt-1 grid max-w-prose gap-4 text-sm">
      <p className="text-ink-2">
        On since <Time value={enrolledAt} />, with {left} recovery {left === 1 ? 'code' : 'codes'} left. Changing your
        password, a media agent's credentials or this needs a code, which is good for ten minutes.
      </p>
      {until === null ? (
        <CodeField flow={flow} act="factor.confirm" label="Code" go="Confirm it is me" />
      ) : (
        <>
          <p>
            You gave a code: good until <Time value={until} />.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" disabled={isBusy} onClick={() => flow.send({ type: 'codes.renew' })}>
              Make new recovery codes
            </Button>
            <Button size="sm" tone="danger" disabled={isBusy} onClick={() => flow.send({ type: 'factor.remove' })}>
              Switch off
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
