import { useSelector } from '@xstate/react'
import type { SecondFactorRef } from '../../machines/security/secondFactor'
import type { SecondFactor } from '../../schemas/security/secondFactor'
import * as words from '../../schemas/security/security.words'
import { cancelPasskey } from '../../schemas/session/session.words'
import { Button } from '../ui'
import { CodeField } from './CodeField'

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
          {isAsking ? cancelPasskey : words.confirmWithPasskey}
        </Button>
      ) : null}
      <CodeField flow={flow} act="factor.confirm" label={hasApp ? 'Code' : 'Recovery code'} go={words.confirmItIsMe} />
    </>
  )
}
