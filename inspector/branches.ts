import type { ActorThen } from '../src/recording/replay'
import { grouped } from './grouped'

/** An actor with its children: `running`, and `finished` ones, which are collapsed. */
export interface Branch {
  actor: ActorThen
  running: Branch[]
  finished: Branch[]
}

/** The actors as trees, and the roots in two groups. Actors that StrictMode created and never started are left out. */
export const branchesOf = (actors: ActorThen[]): Omit<Branch, 'actor'> => {
  const known = new Set(actors.map(({ actor }) => actor))
  const children = grouped(actors, ({ parent }) => (parent !== undefined && known.has(parent) ? parent : undefined))
  const below = (parent: string | undefined): Omit<Branch, 'actor'> => {
    const branches = (children.get(parent) ?? [])
      .filter(({ snapshot }) => parent !== undefined || snapshot !== undefined)
      .map((actor) => ({ actor, ...below(actor.actor) }))
    const isOver = ({ actor }: Branch) => isFinished(actor)
    return { running: branches.filter((branch) => !isOver(branch)), finished: branches.filter(isOver) }
  }
  return below(undefined)
}

const isFinished = ({ snapshot }: ActorThen): boolean => snapshot?.status === 'done' || snapshot?.status === 'stopped'

export const finishedText = (finished: Branch[]): string =>
  [...grouped(finished, ({ actor }) => actor.name)]
    .map(([name, { length }]) => (length > 1 ? `${name} ×${length}` : name))
    .join(', ')
