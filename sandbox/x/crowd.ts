import { readFileSync, writeFileSync } from 'node:fs'
import { sandboxAccounts, userIdOf } from '../accounts-data'
import type { Scene } from './scene'
import { idAt, snowflakes, timeOf } from './store'

interface Listed {
  id: string
  /** ISO 8601. */
  created_at: string
}

type AuthorOf = (id: string) => string | undefined

/** Other people's posts to the accounts of the sandbox, newest last. */
export interface Crowd {
  find(id: string): Scene | undefined
  /** Newest first: mentions of that account, replies to it and quotes of it. */
  concerning(userId: string): Listed[]
  arrive(scenes: readonly Scene[], authorOf: AuthorOf): void
  /** Calls the listener with each post that arrives. */
  onArrival(listener: (id: string) => void): void
}

const crew = sandboxAccounts(12).map(({ username }) => username.slice(1))
const [ama = '', corner = '', jo = '', pete = ''] = crew
const minute = 60_000

/** Posts that wait for an answer at the beginning of the sandbox, with their age in minutes. */
const waiting: [minutes: number, scene: Scene][] = [
  [4, { username: 'kioskandco', name: 'Kiosk & Co', text: `@${ama} what would you pair with a cardamom bun?` }],
  [
    11,
    {
      username: 'night_owl_nina',
      name: 'Nina Okafor',
      text: `Third night shift in a row. @${ama} @${jo} what keeps you awake that is not a triple shot?`,
    },
  ],
  [
    26,
    {
      username: 'tomas_builds',
      name: 'Tomas Lindqvist',
      text: `@${corner} is decaf worth the trouble? Asking for my cat.`,
    },
  ],
  [
    48,
    {
      username: 'priya_on_trains',
      name: 'Priya Raman',
      text: `Best coffee between Vienna and Trieste, please. I have eleven minutes at each stop. @${jo}`,
    },
  ],
  [
    95,
    {
      username: 'northfieldbread',
      name: 'Northfield Bakery',
      text: `@${pete} we bake from four in the morning: which beans forgive a sleepy barista?`,
    },
  ],
  [150, { username: 'done_with_ads', name: 'R.', text: `@${ama} please leave me alone, thanks.` }],
]

/** This machine number marks these ids, whenever they were made. */
const machine = 511

/**
 * @param file remembers the beginning of this sandbox, so that its ids outlive a restart; only in memory without it.
 */
export const createCrowd = (file: string | undefined, now: () => number): Crowd => {
  const begun = begunAt(file, now)
  const nextId = snowflakes(now, machine - 1)
  const arrived = new Map<string, Scene>()
  const byUser = new Map<string, Listed[]>()
  const listeners: ((id: string) => void)[] = []

  const add = (id: string, scene: Scene, authorOf: AuthorOf) => {
    arrived.set(id, scene)
    const listed = { id, created_at: new Date(timeOf(id)).toISOString() }
    const others = [scene.inReplyTo, scene.quotes].flatMap((other) => (other && authorOf(other)) ?? [])
    for (const userId of new Set([...handlesIn(scene.text), ...others].map(userIdOf))) {
      const list = byUser.get(userId)
      if (list) list.push(listed)
      else byUser.set(userId, [listed])
    }
  }

  waiting.toReversed().forEach(([minutes, scene], index) => {
    add(idAt(begun - minutes * minute, machine, index), scene, () => undefined)
  })

  return {
    find: (id) => arrived.get(id),
    concerning: (userId) => (byUser.get(userId) ?? []).toReversed(),
    arrive: (scenes, authorOf) => {
      for (const scene of scenes) {
        const { id } = nextId()
        add(id, scene, authorOf)
        for (const listener of listeners) listener(id)
      }
    },
    onArrival: (listener) => {
      listeners.push(listener)
    },
  }
}

const handlesIn = (text: string): string[] =>
  [...text.matchAll(/(?<![\w@])@(\w{1,20})/g)].map(([, handle = '']) => handle)

const begunAt = (file: string | undefined, now: () => number): number => {
  if (file === undefined) return now()
  try {
    const at = Number(readFileSync(file, 'utf8'))
    if (at > 0) return at
  } catch {
    // The first start has no file.
  }
  const at = now()
  writeFileSync(file, `${at}\n`)
  return at
}
