import type { AnyMachineSnapshot, EventObject } from 'xstate'

export interface Start {
  id: string
  input: unknown
}

export interface Moment {
  before: AnyMachineSnapshot
  event: EventObject
  after: AnyMachineSnapshot
  started: Start[]
  running: string[]
  told: string
}

/** Made for each walk from its first snapshot; throws if a law is broken. */
export type Law = (initial: AnyMachineSnapshot) => (moment: Moment) => void

export const demand = (holds: boolean, { told }: Moment, law: string) => {
  if (!holds) throw new Error(`${told}: ${law}`)
}

export const oneStartPerEvent = (moment: Moment) =>
  demand(moment.started.length <= 1, moment, 'one event starts at most one service')

export const sameAs = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right)
