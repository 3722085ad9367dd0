import { Fragment, useRef } from 'react'
import type { TaskWatchRef } from '../../machines/history/taskWatch'
import * as words from '../../schemas/history/history.words'
import { situationOf } from '../../schemas/history/situation'
import type { Attempt, TaskItem } from '../../schemas/history/tasks'
import { Time } from '../ui'
import { CopyButton } from '../ui/CopyButton'
import { useFocusHeir } from '../ui/useFocusHeir'
import { ItemActions } from './ItemActions'
import { SituationNote } from './SituationNote'
import { StepsButton } from './steps/StepsButton'

interface ItemOutcomeProps {
  item: TaskItem
  until: string | undefined
  watch: TaskWatchRef
}

export const ItemOutcome = ({ item, until, watch }: ItemOutcomeProps) => {
  const outcome = useRef<HTMLDivElement>(null)
  const focusHeir = useFocusHeir(
    () => outcome.current?.closest('tr')?.querySelector<HTMLElement>('[data-outcome]') ?? null,
  )
  const { attempts = [] } = item
  return (
    <div ref={outcome} {...focusHeir} className="flex flex-col items-start gap-1.5 wrap-anywhere empty:hidden">
      {item.against_verdict ? <p className="text-xs text-ink-2">{item.against_verdict}</p> : null}
      <SituationNote situation={situationOf(item, until)} />
      {attempts.length > 0 ? <Attempts attempts={attempts} /> : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 empty:hidden">
        <ItemActions item={item} watch={watch} />
        {item.error ? (
          <CopyButton text={item.error} what={words.copyError(String(item.twitter_username ?? item.reply_id))} />
        ) : null}
        {import.meta.env.DEV && item.attempts ? <StepsButton watch={watch} item={item} /> : null}
      </div>
    </div>
  )
}

const Attempts = ({ attempts }: { attempts: Attempt[] }) => (
  <ol aria-label={words.historyOfReply} className="flex flex-col text-xs text-ink-2 tabular-nums">
    {attempts.map((attempt) => (
      <li key={attempt.started_at}>
        <Time value={attempt.started_at} format="seconds" /> {words.sentToX}
        {attempt.finished_at ? (
          <Fragment>
            {' · '}
            <Time value={attempt.finished_at} format="seconds" /> {words.answerOf(attempt)}
          </Fragment>
        ) : null}
      </li>
    ))}
  </ol>
)
