import { failureText } from './failure'

export interface Toast {
  type: 'toast'
  tone: 'success' | 'error'
  message: string
}

export type Navigate = { type: 'navigate'; to: string } | { type: 'navigate.back'; fallback: string }

export interface Crash {
  type: 'crash'
  message: string
  error: unknown
}

export const crashed = (message: string, error: unknown): Crash => ({ type: 'crash', message, error })
export const succeeded = (message: string): Toast => ({ type: 'toast', tone: 'success', message })
export const failed = (message: string): Toast => ({ type: 'toast', tone: 'error', message })

/** For `emit`: the server's own words if the error has any, else the fallback. */
export const failedBy =
  (fallback: string) =>
  (_: unknown, { error }: { error: unknown }): Toast =>
    failed(failureText(error, fallback))
