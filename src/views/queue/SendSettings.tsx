import { useState } from 'react'
import { refillSetting } from '../../machines/queue/queue.actors'
import * as words from '../../schemas/queue.words'
import { useLogic } from '../shell/logicContext'
import { SendOptions } from './SendOptions'

const SendSettings = () => {
  const { machineOf } = useLogic()
  const [refills] = useState(() => machineOf(refillSetting))
  const [isOn, setOn] = useState(refills.read)
  return (
    <section aria-labelledby="sending-heading">
      <h2 id="sending-heading" className="text-lg">
        {words.sendOptions}
      </h2>
      <p className="mt-1 mb-2 text-sm text-ink-2">{words.sendOptionsDetail}</p>
      <SendOptions
        refills={isOn}
        onRefills={(value) => {
          refills.write(value)
          setOn(value)
        }}
      />
    </section>
  )
}

export default SendSettings
