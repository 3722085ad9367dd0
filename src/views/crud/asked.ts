import { useEffect, useEffectEvent } from 'react'
import { useHistoryState } from 'wouter/use-browser-location'

export type Ask = 'create' | 'import' | 'nextPost' | 'manyLinks' | 'retry'

/** For `navigate`. The history's entry contains it, which no link can write, because one of these requests sends. */
export const stateOf = (ask: Ask) => ({ ask })

const isFor = (state: unknown, ask: Ask): boolean =>
  typeof state === 'object' && state !== null && 'ask' in state && state.ask === ask

/** Runs once: the entry is cleared, so a reload does not run it again. */
export const useAsked = (ask: Ask, act: () => void): void => {
  const state: unknown = useHistoryState()
  const perform = useEffectEvent(act)
  useEffect(() => {
    if (!isFor(state, ask) || !isFor(window.history.state, ask)) return
    window.history.replaceState(null, '')
    perform()
  }, [state, ask])
}
