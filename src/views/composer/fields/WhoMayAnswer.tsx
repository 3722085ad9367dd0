import { ChevronRight } from 'lucide-react'
import { type Answerable, answerSummary, type Judged } from '../../../schemas/composer/answerable'
import * as words from '../../../schemas/composer/composer.words'
import { atHandle } from '../../../schemas/handle'
import { Badge, type Tone } from '../../ui'

const WhoMayAnswer = ({ judged }: { judged: Judged[] }) => (
  <details className="group text-sm">
    <summary className="flex cursor-pointer list-none items-center gap-1.5 font-semibold">
      <ChevronRight
        aria-hidden="true"
        className="size-4 shrink-0 text-ink-2 transition-transform group-open:rotate-90"
      />
      {answerSummary(judged)}
    </summary>
    <ul className="mt-2.5 flex flex-col gap-2.5">
      {byReason(judged).map(({ verdict, reason, handles }) => (
        <li key={reason} className="flex flex-col gap-x-3 gap-y-1 sm:flex-row">
          <span className="sm:w-20 sm:shrink-0">
            <Badge tone={tones[verdict]} mark={verdict === 'refused' ? 'ring' : 'dot'}>
              {words.audienceLabels[verdict]}
            </Badge>
          </span>
          <div className="min-w-0">
            <p className="text-ink-2">{reason}</p>
            <p className="font-medium break-words">
              <bdi>{handles.slice(0, mostNamed).join(', ')}</bdi>
              {handles.length > mostNamed ? ` ${words.andMore(handles.length - mostNamed)}` : ''}
            </p>
          </div>
        </li>
      ))}
    </ul>
  </details>
)

const mostNamed = 24

const tones: Record<Answerable, Tone> = {
  allowed: 'success',
  uncertain: 'warn',
  refused: 'neutral',
  answered: 'neutral',
}

const byReason = (judged: Judged[]) => {
  const groups = new Map<string, { verdict: Answerable; reason: string; handles: string[] }>()
  for (const { account, verdict, reason } of judged) {
    const group = groups.get(reason) ?? { verdict, reason, handles: [] }
    group.handles.push(atHandle(account.username))
    groups.set(reason, group)
  }
  return [...groups.values()]
}

export default WhoMayAnswer
