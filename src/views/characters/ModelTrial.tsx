import { useSelector } from '@xstate/react'
import { Play } from 'lucide-react'
import type { ModelTrialRef } from '../../machines/characters/modelTrial'
import * as words from '../../schemas/characters/characters.words'
import { Button } from '../ui'
import { Spinner } from '../ui/states/Spinner'
import { priceText, secondsText, tokensText } from './models'

interface ModelTrialProps {
  trial: ModelTrialRef
  model: string
}

export const ModelTrial = ({ trial, model }: ModelTrialProps) => {
  const request = { type: 'trial.request', model_name: model } as const
  const canTry = useSelector(trial, (snapshot) => snapshot.can(request))
  const isOfModel = useSelector(trial, ({ context }) => context.model_name === model)
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button tone="quiet" size="sm" icon={Play} disabled={!canTry} onClick={() => trial.send(request)}>
        Try it
      </Button>
      <div role="status" className="min-w-0 flex-1 basis-48 text-xs wrap-anywhere">
        {isOfModel ? <Outcome trial={trial} /> : null}
      </div>
    </div>
  )
}

const Outcome = ({ trial }: Pick<ModelTrialProps, 'trial'>) => {
  const { model_name, tried, problem } = useSelector(trial, ({ context }) => context)
  const isAsking = useSelector(trial, (snapshot) => snapshot.hasTag('busy'))
  if (tried) {
    return (
      <>
        <q className="font-medium">{tried.answer}</q>{' '}
        <span className="text-ink-2">
          {secondsText(tried.took_ms)}, {tokensText(tried)}, {priceText(tried.price)}
        </span>
      </>
    )
  }
  if (problem) return <span className="text-danger-ink">{problem.reason ?? words.trialFailed}</span>
  return isAsking ? (
    <span className="inline-flex items-center gap-2">
      <Spinner />
      Asking {model_name}
    </span>
  ) : null
}
