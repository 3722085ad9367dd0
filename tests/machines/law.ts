import type { AnyMachineSnapshot, EventObject } from 'xstate'

export interface Start {
  id: string
  input: unknown
}

export interface Moment {
  before: AnyMachineSnapshot
  event: EventObject
  after: AnyMachineSnapshot
  /** The actors that the event started. */
  started: Start[]
  /** Ids of the services that run now. */
  running: string[]
  told: string
}

/** Made anew for each walk from where it starts; throws where a law is broken. */
export type Law = (initial: AnyMachineSnapshot) => (moment: Moment) => void

export const demand = (holds: boolean, { told }: Moment, law: string) => {
  if (!holds) throw new Error(`${told}: ${law}`)
}

export const oneStartPerEvent = (moment: Moment) =>
  demand(moment.started.length <= 1, moment, 'one event starts at most one service')

export const sameAs = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right)
