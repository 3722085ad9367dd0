import { useState } from 'react'
import * as z from 'zod/mini'
import { shortName } from '../../src/recording/names'
import type { Chart } from '../../src/recording/recording'
import type { Wish } from '../channel'

interface Props {
  actor: string
  chart: Chart | undefined
  earlier: number | undefined
  onAsk(wish: Wish): void
}

const event = z.looseObject({ type: z.string() })

export const ActorTools = ({ actor, chart, earlier, onAsk }: Props) => {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const types = new Set(chart?.transitions.flatMap(({ type }) => (type && shortName(type) === type ? [type] : [])))
  const send = () => {
    const parsed = event.safeParse(read(text))
    setProblem(parsed.success ? '' : 'Enter an event as JSON with a type, or only its type.')
    if (parsed.success) onAsk({ type: 'inspection.send', actor, event: parsed.data })
  }
  return (
    <form
      className="tools"
      aria-label="This actor"
      onSubmit={(submitted) => {
        submitted.preventDefault()
        send()
      }}
    >
      <label>
        Event to send
        <input
          list="events"
          value={text}
          onChange={({ target }) => setText(target.value)}
          placeholder='{"type": "import.pause"}'
          aria-invalid={problem !== ''}
        />
      </label>
      <datalist id="events">
        {[...types].map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
      <button type="submit" disabled={text.trim() === ''}>
        Send
      </button>
      {chart ? (
        <button
          type="button"
          disabled={earlier === undefined}
          onClick={() => earlier !== undefined && onAsk({ type: 'inspection.setBack', actor, number: earlier })}
        >
          Set back to here
        </button>
      ) : null}
      {problem ? <output className="problem">{problem}</output> : null}
    </form>
  )
}

/** A bare type is an event without a payload. */
const read = (text: string): unknown => {
  const trimmed = text.trim()
  if (!trimmed.startsWith('{')) return { type: trimmed }
  try {
    return JSON.parse(trimmed)
  } catch {
    return undefined
  }
}
