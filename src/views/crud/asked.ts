import { useEffect, useEffectEvent } from 'react'
import { useHistoryState } from 'wouter/use-browser-location'

/** What the palette may want of the screen that it leads to. */
export type Ask = 'create' | 'import' | 'nextPost' | 'manyLinks' | 'retry'

/** For `navigate`. It stands in the history's entry, which no link from elsewhere can write: one of them sends. */
export const stateOf = (ask: Ask) => ({ ask })

const isFor = (state: unknown, ask: Ask): boolean =>
  typeof state === 'object' && state !== null && 'ask' in state && state.ask === ask

/** Does what the screen in sight was asked for, once: the entry says it no more then, also after a reload. */
export const useAsked = (ask: Ask, act: () => void): void => {
  const state: unknown = useHistoryState()
  const perform = useEffectEvent(act)
  useEffect(() => {
    if (!isFor(state, ask) || !isFor(window.history.state, ask)) return
    window.history.replaceState(null, '')
    perform()
  }, [state, ask])
}
