import { useSelector } from '@xstate/react'
import type { SecondFactorRef } from '../../machines/security/secondFactor'
import type { SecondFactor } from '../../schemas/secondFactor'
import { Button } from '../ui'
import { CodeField } from './CodeField'

/** Asks for a code or a passkey, whichever the operator has. */
export const ConfirmFactor = ({ flow, factor }: { flow: SecondFactorRef; factor: SecondFactor }) => {
  const isAsking = useSelector(flow, (snapshot) => snapshot.matches('confirmingByPasskey'))
  const hasApp = factor.enrolled_at !== null
  return (
    <>
      {factor.passkeys ? (
        <Button
          className="justify-self-start"
          onClick={() => flow.send({ type: isAsking ? 'factor.cancel' : 'factor.confirmByPasskey' })}
        >
          {isAsking ? 'Waiting for your passkey: cancel' : 'Confirm with a passkey'}
        </Button>
      ) : null}
      <CodeField flow={flow} act="factor.confirm" label={hasApp ? 'Code' : 'Recovery code'} go="Confirm it is me" />
    </>
  )
}
