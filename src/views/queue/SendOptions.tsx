import { useSyncExternalStore } from 'react'
import * as words from '../../schemas/queue/queue.words'
import { holdSeconds, isOurs } from '../../schemas/system'
import { useDevice } from '../shell/deviceContext'
import { useMeta } from '../shell/metaContext'
import { Checkbox } from '../ui/forms/Checkbox'

interface SendOptionsProps {
  refills: boolean
  onRefills: (refills: boolean) => void
}

export const SendOptions = ({ refills, onRefills }: SendOptionsProps) => {
  const { preferences } = useDevice()
  const holds = useSyncExternalStore(preferences.watchHoldsSends, preferences.holdsSends)
  const canHold = isOurs(useMeta())
  return (
    <div className="flex flex-col items-start">
      {canHold ? (
        <Checkbox checked={holds} onChange={({ target }) => preferences.setHoldsSends(target.checked)}>
          {words.undoSend(holdSeconds)}
        </Checkbox>
      ) : null}
      <Checkbox checked={refills} onChange={({ target }) => onRefills(target.checked)}>
        {words.refill}
      </Checkbox>
    </div>
  )
}
