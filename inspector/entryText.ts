import { shortName } from '../src/recording/names'
import type { Entry } from '../src/recording/recording'
import { valueText } from '../src/recording/replay'

export const entryText = (entry: Entry): string => {
  if (entry.kind === 'actor') return 'is created'
  if (entry.kind === 'event') return shortName(entry.event.type)
  if (entry.kind === 'emitted') return `emits ${entry.event.type} ${payloadText(entry.event)}`
  const state = valueText(entry.snapshot.value) || entry.snapshot.status
  return entry.snapshot.value !== undefined && entry.transitions.length === 0 && entry.event.type !== 'xstate.init'
    ? `ignores ${shortName(entry.event.type)}, stays in ${state}`
    : `is now ${state}`
}

const payloadText = ({ type: _, ...rest }: { type: string }): string => {
  const text = Object.values(rest).map(String).join(' ')
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
