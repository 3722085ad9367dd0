import { useSelector } from '@xstate/react'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { modelTrial } from '../../actors/models'
import { priceText, secondsText, tokensText } from '../models'
import { useScreenActor } from '../screenActor'
import { Button } from '../ui'
import { Spinner } from '../ui/Spinner'

/** Has the model write one short reply on request, and says what came of it. Another name in the field ends it. */
export const ModelTrial = ({ model }: { model: string }) => {
  const [asked, setAsked] = useState({ model: '', time: 0 })
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        tone="quiet"
        size="sm"
        icon={Play}
        disabled={model === ''}
        onClick={() => setAsked(({ time }) => ({ model, time: time + 1 }))}
      >
        Try it
      </Button>
      <div role="status" className="min-w-0 flex-1 basis-48 text-xs wrap-anywhere">
        {asked.model === model && model !== '' ? <Outcome key={asked.time} model={model} /> : null}
      </div>
    </div>
  )
}

const Outcome = ({ model }: { model: string }) => {
  const trial = useScreenActor(modelTrial, { params: { model_name: model } })
  const answer = useSelector(trial, ({ context }) => context.data)
  const problem = useSelector(trial, ({ context }) => context.problem)
  if (answer) {
    return (
      <>
        <q className="font-medium">{answer.answer}</q>{' '}
        <span className="text-ink-2">
          {secondsText(answer.took_ms)}, {tokensText(answer)}, {priceText(answer.price)}
        </span>
      </>
    )
  }
  if (problem) return <span className="text-danger-ink">{problem.reason ?? 'It could not be tried.'}</span>
  return (
    <span className="inline-flex items-center gap-2">
      <Spinner />
      Asking {model}
    </span>
  )
}
