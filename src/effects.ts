import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import type { Crash, Navigate, Toast } from './machines/crud/emitted'
import { failed } from './machines/crud/emitted'

interface Emitter {
  on(type: '*', handler: (event: { type: string }) => void): { unsubscribe(): void }
}

type Emitted<TActor> = TActor extends { on(type: '*', handler: (event: infer TEvent) => void): unknown }
  ? TEvent & { type: string }
  : never

export const useEffects = (actor: Emitter | undefined): void => {
  const [, navigate] = useLocation()
  useLayoutEffect(() => {
    const subscription = actor?.on('*', (event) => {
      if (isToast(event)) void show(event)
      if (isNavigate(event)) go(event, navigate)
      if (isCrash(event)) tellCrash(event)
    })
    return () => subscription?.unsubscribe()
  }, [actor, navigate])
}

export const followToasts = (actor: Emitter): { unsubscribe(): void } =>
  actor.on('*', (event) => {
    if (isToast(event)) void show(event)
  })

export const useEmitted = <TActor extends Emitter, TType extends Emitted<TActor>['type']>(
  actor: TActor,
  type: TType,
  handler: (event: Extract<Emitted<TActor>, { type: TType }>) => void,
): void => {
  const latest = useRef(handler)
  useLayoutEffect(() => {
    latest.current = handler
  })
  useLayoutEffect(() => {
    const isWanted = (event: { type: string }): event is Extract<Emitted<TActor>, { type: TType }> =>
      event.type === type
    const subscription = actor.on('*', (event) => {
      if (isWanted(event)) latest.current(event)
    })
    return () => subscription.unsubscribe()
  }, [actor, type])
}

const show = async (toast: Toast): Promise<void> => {
  const { showToast } = await toastCode()
  showToast(toast)
}

const tellCrash = ({ message, error }: Crash): void => {
  console.error(error)
  void show(failed(message))
}

type ToastCode = typeof import('./views/ui/toast')
let arriving: Promise<ToastCode> | undefined

/** Retries until it is loaded, because a late message is better than none. Never rejects. */
export const toastCode = (): Promise<ToastCode> => {
  arriving ??= fetchToastCode()
  return arriving
}

const retryMillis = 3000

const fetchToastCode = (): Promise<ToastCode> =>
  import('./views/ui/toast').catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, retryMillis))
    return fetchToastCode()
  })

const isToast = (event: { type: string }): event is Toast => event.type === 'toast'

const isCrash = (event: { type: string }): event is Crash => event.type === 'crash'

const isNavigate = (event: { type: string }): event is Navigate =>
  event.type === 'navigate' || event.type === 'navigate.back'

let navigated = false

export const hasNavigated = (): boolean => navigated

const go = (event: Navigate, navigate: (to: string) => void): void => {
  navigated = true
  if (event.type === 'navigate') navigate(event.to)
  else if (window.history.length > 1) window.history.back()
  /** Emitted events arrive before the actor has moved on; afterwards the page may be left. */ else
    queueMicrotask(() => navigate(event.fallback))
}
