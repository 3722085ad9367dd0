import { type Followed, followed, type Task } from '../../schemas/history/tasks'
import { followedKey } from './storageKeys'
import { createOwnStored } from './stored'

export interface FollowedStore {
  load(): Followed | undefined
  /** Stores only what changed in this tab since the last load, save or change of another tab. */
  save(followed: Followed): void
  /** Calls back after a change in another tab. Returns a function that stops it. */
  watch(listener: (followed: Followed) => void): () => void
}

/** Stores which tasks each operator follows. All tabs share one list. */
export const createFollowedStore = (storage: Storage, operator: () => string): FollowedStore => {
  const own = createOwnStored(storage, followedKey, operator, followed)
  /** Without changes of other tabs. */
  let held = nothing

  return {
    load: () => {
      const stored = own.read()
      held = stored ?? nothing
      return stored
    },
    save: (ours) => {
      const theirs = own.readAgain()
      const both = merged(held, ours, theirs ?? held)
      held = ours
      if (!theirs || !isSame(both, theirs)) own.write(both)
    },
    watch: (listener) =>
      own.watch(() => {
        const theirs = own.readAgain()
        if (!theirs || isSame(theirs, held)) return
        held = theirs
        listener(theirs)
      }),
  }
}

type TaskId = Task['id']

const nothing: Followed = { awaited: [], ended: [] }

/** If two tabs changed the same task, awaiting it is the later change. */
const merged = (held: Followed, ours: Followed, theirs: Followed): Followed => {
  const followedAs = (id: TaskId) => {
    const [before, here, there] = [listOf(held, id), listOf(ours, id), listOf(theirs, id)]
    if (here === before) return there
    return there === before || here === 'awaited' ? here : there
  }
  const ids = [...new Set([...idsOf(theirs), ...idsOf(ours)])]
  return {
    awaited: ids.filter((id) => followedAs(id) === 'awaited'),
    ended: ids.filter((id) => followedAs(id) === 'ended'),
  }
}

const isSame = (one: Followed, other: Followed): boolean =>
  [...idsOf(one), ...idsOf(other)].every((id) => listOf(one, id) === listOf(other, id))

const listOf = ({ awaited, ended }: Followed, id: TaskId): keyof Followed | undefined =>
  awaited.includes(id) ? 'awaited' : ended.includes(id) ? 'ended' : undefined

const idsOf = ({ awaited, ended }: Followed): TaskId[] => [...awaited, ...ended]
