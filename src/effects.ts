import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import type { Crash, Navigate, Toast } from './machines/crud/emitted'
import { failed } from './machines/crud/emitted'

/** Any actor that tells toasts or changes of route, among other happenings. */
interface Emitter {
  on(type: '*', handler: (event: { type: string }) => void): { unsubscribe(): void }
}

type Emitted<TActor> = TActor extends { on(type: '*', handler: (event: infer TEvent) => void): unknown }
  ? TEvent & { type: string }
  : never

/** Turns what an actor emits into toasts, navigation and, where a child of it crashed, a line for the developer. */
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

/** Shows the toasts of an actor whose screen was left, until it is unsubscribed. */
export const followToasts = (actor: Emitter): { unsubscribe(): void } =>
  actor.on('*', (event) => {
    if (isToast(event)) void show(event)
  })

/** Calls `handler` with each happening of the given type that the actor emits. */
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

/** What toasts are made with, asked for until it is there: a message is shown late rather than never. Never rejects. */
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

/** Whether an actor has led elsewhere since the browser loaded the document, e.g. to the login and back. */
export const hasNavigated = (): boolean => navigated

const go = (event: Navigate, navigate: (to: string) => void): void => {
  navigated = true
  if (event.type === 'navigate') navigate(event.to)
  else if (window.history.length > 1) window.history.back()
  /** What is emitted is heard before its actor has moved on: only then is the page free to be left. */ else
    queueMicrotask(() => navigate(event.fallback))
}
