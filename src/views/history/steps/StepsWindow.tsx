import { drawing, transitions } from 'virtual:item-drawing'
import { useSelector } from '@xstate/react'
import { useLayoutEffect, useRef, useState } from 'react'
import { itemSteps } from '../../../machines/history/history.actors'
import { publicMessages } from '../../../schemas/commonMessages'
import * as words from '../../../schemas/history/history.words'
import type { ItemHistory } from '../../../schemas/history/tasks'
import { useScreenActor } from '../../shell/screenActor'
import { Button, cx } from '../../ui'
import { ProblemNote } from '../../ui/states/ProblemNote'
import { TryAgain } from '../../ui/states/TryAgain'
import { Time } from '../../ui/Time'
import DialogWindow from '../../ui/windows/DialogWindow'
import { ChartPicture } from './ChartPicture'
import { litSteps, type Step } from './litSteps'
import type { StepsButtonProps } from './StepsButton'

export interface StepsWindowProps extends StepsButtonProps {
  open: boolean
  onClose: () => void
}

const StepsWindow = ({ open, onClose, watch, item }: StepsWindowProps) => (
  <DialogWindow
    open={open}
    onClose={onClose}
    title={words.stepsOfReply}
    description={item.twitter_username ?? undefined}
    size="lg"
  >
    <Content watch={watch} item={item} />
  </DialogWindow>
)

export default StepsWindow

const Content = ({ watch, item }: StepsButtonProps) => {
  const loader = useScreenActor(itemSteps, { params: { watch, item_id: item.id } })
  const history = useSelector(loader, ({ context }) => context.data)
  const problem = useSelector(loader, ({ context }) => context.problem)
  if (history) return <History history={history} />
  if (!problem) return <p role="status">{publicMessages.list.loading}</p>
  return (
    <ProblemNote problem={problem}>
      {problem.next === 'again' ? <TryAgain onClick={() => loader.send({ type: 'list.reload' })} /> : null}
    </ProblemNote>
  )
}

const History = ({ history }: { history: ItemHistory }) => {
  const [chosen, setChosen] = useState<number>()
  const [isWhole, setIsWhole] = useState(false)
  const steps = litSteps(history, transitions)
  const step = steps[chosen ?? steps.length - 1] ?? steps[0]
  if (!step) return null
  return (
    <>
      {history.is_whole ? null : <p className="mb-3 text-sm text-ink-2">{words.stepsMissing}</p>}
      <ol aria-label="Steps" className="max-h-[30vh] overflow-y-auto rounded-lg border border-line">
        {steps.map((each) => (
          <li key={each.place} className="border-b border-line last:border-0">
            <StepRow step={each} isShown={each === step} onChoose={() => setChosen(each.place)} />
          </li>
        ))}
      </ol>
      <div className="mt-3 mb-2 flex items-center justify-between gap-3">
        <h3 className="text-sm font-semibold">
          {words.stateAtStep}{' '}
          <span translate="no" className="font-mono text-xs">
            {step.state}
          </span>
        </h3>
        <Button size="sm" tone="quiet" aria-pressed={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {words.wholeChart}
        </Button>
      </div>
      <Stage step={step} isWhole={isWhole} />
    </>
  )
}

const StepRow = ({ step, isShown, onChoose }: { step: Step; isShown: boolean; onChoose: () => void }) => (
  <button
    type="button"
    aria-current={isShown ? 'step' : undefined}
    onClick={onChoose}
    className={cx(
      'flex min-h-9 w-full flex-wrap items-baseline gap-x-3 px-3 py-1.5 text-left text-sm -outline-offset-2 hover:bg-sunken',
      isShown && 'bg-sunken font-semibold',
    )}
  >
    <Time value={step.at} className="text-xs text-ink-2" />
    <span>{step.event ? (words.steps[step.event.type] ?? step.event.type) : words.stored}</span>
    <span translate="no" className="ml-auto font-mono text-xs text-ink-2">
      {step.state}
    </span>
  </button>
)

const Stage = ({ step, isWhole }: { step: Step; isWhole: boolean }) => {
  const stage = useRef<HTMLElement>(null)
  const active = step.active.join(' ')
  useLayoutEffect(() => {
    if (isWhole || active === '') return
    const innermost = [...(stage.current?.querySelectorAll('.state.is-active') ?? [])].at(-1)
    innermost?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isWhole, active])
  return (
    <section
      ref={stage}
      aria-label="Chart"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys
      tabIndex={0}
      className="h-[40vh] overflow-auto rounded-lg border border-line bg-canvas p-3"
    >
      <ChartPicture
        drawing={drawing}
        name={words.chart}
        active={active}
        latest={step.latest.join(' ')}
        isWhole={isWhole}
      />
    </section>
  )
}
