import { type ReactNode, useId, useState, useSyncExternalStore } from 'react'
import { queueSettings } from '../../machines/queue/queueSettings.actors'
import { mostDrafts } from '../../schemas/queue/queue'
import * as words from '../../schemas/queue/queue.words'
import { holdSeconds, isOurs } from '../../schemas/system'
import { useDevice } from '../shell/deviceContext'
import { useLogic } from '../shell/logicContext'
import { useMeta } from '../shell/metaContext'
import { NumberStepper } from '../ui/forms/NumberStepper'

export const Sending = () => {
  const { preferences } = useDevice()
  const { machineOf } = useLogic()
  const [queue] = useState(() => machineOf(queueSettings))
  const holds = useSyncExternalStore(preferences.watchHoldsSends, preferences.holdsSends)
  const { refills, drafts } = useSyncExternalStore(queue.watch, queue.read)
  const meta = useMeta()
  return (
    <section aria-labelledby="sending-heading">
      <h2 id="sending-heading" className="text-lg">
        Sending
      </h2>
      <p className="mt-1 text-sm text-ink-2">{words.savedAtOnce}</p>
      <div className="mt-3 divide-y divide-line rounded-xl border border-line px-4 sm:px-5">
        {isOurs(meta) ? (
          <Setting title={words.undoSendTitle} detail={words.undoSendDetail(holdSeconds)}>
            {(id) => <Switch labelledBy={id} isOn={holds} onChange={preferences.setHoldsSends} />}
          </Setting>
        ) : null}
        <Setting title={words.keepChoices} detail={words.keepChoicesDetail}>
          {(id) => <Switch labelledBy={id} isOn={refills} onChange={(isOn) => queue.change({ refills: isOn })} />}
        </Setting>
        <Setting title={words.draftsAhead} detail={words.draftsAheadDetail}>
          {(id) => (
            <NumberStepper
              what="draft"
              aria-labelledby={id}
              min={0}
              max={mostDrafts}
              value={drafts}
              onChange={(value) => {
                if (Number.isInteger(value) && value >= 0 && value <= mostDrafts) queue.change({ drafts: value })
              }}
            />
          )}
        </Setting>
      </div>
    </section>
  )
}

interface SettingProps {
  title: string
  detail: string
  children: (titleId: string) => ReactNode
}

const Setting = ({ title, detail, children }: SettingProps) => {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-x-4 gap-y-2 py-4 has-[input[type=number]]:max-sm:flex-wrap">
      <div className="min-w-0">
        <h3 id={id} className="text-md font-semibold">
          {title}
        </h3>
        <p className="text-sm text-ink-2">{detail}</p>
      </div>
      <div className="shrink-0">{children(id)}</div>
    </div>
  )
}

const Switch = (props: { labelledBy: string; isOn: boolean; onChange: (isOn: boolean) => void }) => (
  <input
    type="checkbox"
    role="switch"
    aria-labelledby={props.labelledBy}
    checked={props.isOn}
    aria-checked={props.isOn}
    onChange={({ target }) => props.onChange(target.checked)}
    className="relative h-6 w-10 cursor-pointer appearance-none rounded-full border-2 border-line-strong bg-surface transition-colors before:absolute before:top-0.75 before:left-0.75 before:size-3.5 before:rounded-full before:bg-ink-3 before:transition-transform checked:border-primary checked:bg-primary checked:before:translate-x-4 checked:before:bg-on-primary forced-colors:appearance-auto"
  />
)
