import { failureText } from './failure'

/** A short message for the operator, in the words of the catalogue or of the server. */
export interface Toast {
  type: 'toast'
  tone: 'success' | 'error'
  message: string
}

/** A change of route: to a path, or one step back (to `fallback` where there is no step back). */
export type Navigate = { type: 'navigate'; to: string } | { type: 'navigate.back'; fallback: string }

/** A child stopped by an error that it does not answer itself: the operator reads the message, the developer the error. */
export interface Crash {
  type: 'crash'
  message: string
  error: unknown
}

export const crashed = (message: string, error: unknown): Crash => ({ type: 'crash', message, error })
export const succeeded = (message: string): Toast => ({ type: 'toast', tone: 'success', message })
export const failed = (message: string): Toast => ({ type: 'toast', tone: 'error', message })

/** For `emit`, with the error among the action's parameters: in the server's own words where it has any, else the fallback. */
export const failedBy =
  (fallback: string) =>
  (_: unknown, { error }: { error: unknown }): Toast =>
    failed(failureText(error, fallback))
