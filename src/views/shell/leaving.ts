import { useCallback, useLayoutEffect } from 'react'
import { type AroundNavHandler, useLocation } from 'wouter'
import { useEmitted } from '../../effects'
import type { LeavingRef } from '../../machines/shell/leaving'
import { leaving } from '../../machines/shell/leaving.actors'
import { holdHistory } from './history'
import { useAuth } from './logicContext'
import { useScreenActor } from './screenActor'

/** Call above the Router whose links it guards (`aroundNav`); allowed navigation goes through the outer router. */
export const useLeaving = (): { actor: LeavingRef; aroundNav: AroundNavHandler } => {
  const actor = useScreenActor(leaving, { session: useAuth() })
  const [, navigate] = useLocation()
  useEmitted(actor, 'leave.granted', ({ way }) => {
    if (way.type === 'link') navigate(way.to, way.options)
    else window.history.back()
  })
  useHistory(actor)
  const aroundNav = useCallback<AroundNavHandler>(
    (_, to, options) => actor.send({ type: 'leave.request', way: { type: 'link', to, options } }),
    [actor],
  )
  return { actor, aroundNav }
}

const useHistory = (actor: LeavingRef): void =>
  useLayoutEffect(() => {
    let here = addressOfPage()
    const follow = () => {
      here = addressOfPage()
    }
    const onPopState = (event: PopStateEvent) => {
      if (here === addressOfPage() || !actor.getSnapshot().can(back)) {
        follow()
        return
      }
      event.stopImmediatePropagation()
      window.history.pushState(null, '', here)
      actor.send(back)
    }
    const release = holdHistory(onPopState)
    for (const change of changes) window.addEventListener(change, follow)
    return () => {
      release()
      for (const change of changes) window.removeEventListener(change, follow)
    }
  }, [actor])

const back = { type: 'leave.back' } as const

const changes = ['pushState', 'replaceState']

/** Without the hash: "Skip to content" fires the same event as Back, within a page. */
const addressOfPage = (): string => window.location.pathname + window.location.search
