import extractUrls from 'twitter-text/dist/extractUrls.js'
import type { Caller } from './authentication'
import type { Answer } from './problems'
import type { View } from './scene'
import { isSummoned } from './summons'

export interface BillLine {
  /** ISO 8601. */
  at: string
  /** Consumer key, client id, or `app-only`. */
  app: string
  /** Username in lower case, undefined for the app itself. */
  account: string | undefined
  method: string
  path: string
  /** The charged parts, each with its price in micro-dollars. */
  charges: { what: string; micros: number }[]
}

export interface Bill {
  /** Micro-dollars. */
  total: number
  lines: BillLine[]
}

/** Millionths of a dollar (X documentation, pricing, 2026-08-13). */
const perPost = { plain: 15_000, withLink: 200_000, summoned: 10_000 }
const perPostRead = 5_000
const perUserRead = 10_000
/** Owned reads: its own posts and mentions, for the account that owns the app. */
const perOwnedRead = 1_000

/**
 * X's side of the bill, written only from its price list, apart from the product's ledger: a post when it is made, and
 * each post and user that a reading returns, once per app and UTC day. An account reads itself for free, and a refusal
 * costs nothing.
 */
export const createBill = (now: () => number, ownsApp: (username: string) => boolean) => {
  const bill: Bill = { total: 0, lines: [] }
  let day = ''
  let known = new Set<string>()

  const write = (caller: Caller, method: string, path: string, charges: BillLine['charges']) => {
    if (charges.length === 0) return
    const account = caller.kind === 'user' ? caller.username : undefined
    bill.lines.push({ at: new Date(now()).toISOString(), app: caller.app, account, method, path, charges })
    for (const { micros } of charges) bill.total += micros
  }

  const startDay = () => {
    const today = new Date(now()).toISOString().slice(0, 10)
    if (today === day) return
    day = today
    known = new Set()
  }

  const isFirst = (app: string, what: string): boolean => {
    const key = `${app} ${what}`
    if (known.has(key)) return false
    known.add(key)
    return true
  }

  return {
    read: (): Bill => bill,

    posted: (caller: Caller, text: string, target: View | undefined) => {
      const hasLink = extractUrls(text).length > 0 || /https?:\/\/\S/i.test(text)
      const wasAsked = caller.kind === 'user' && target !== undefined && isSummoned(target, caller)
      const kind = hasLink ? 'withLink' : wasAsked ? 'summoned' : 'plain'
      write(caller, 'POST', '/2/tweets', [{ what: kind, micros: perPost[kind] }])
    },

    /** An event of the stream costs its post, for the app that subscribed. */
    delivered: (app: string, post: string) => {
      startDay()
      if (isFirst(app, `post ${post}`)) {
        write({ kind: 'app', app }, 'GET', '/2/activity/stream', [{ what: `post ${post}`, micros: perPostRead }])
      }
    },

    returned: (caller: Caller, path: string, { status, body }: Answer) => {
      if (status !== 200 || path === '/2/users/me') return
      startDay()
      const { data, includes } = (body ?? {}) as Returned
      const listed = [data ?? []].flat()
      const posts = [listed, includes?.tweets ?? [], includes?.posts ?? []].flat()
      const isOwner = caller.kind === 'user' && ownsApp(caller.username)
      const isOwn = isOwner && [`/2/users/${caller.id}/tweets`, `/2/users/${caller.id}/mentions`].includes(path)
      const ownIds = isOwn ? listed.map(({ id }) => id) : []
      const isNew = (what: string) => isFirst(caller.app, what)
      write(caller, 'GET', path, [
        ...posts
          .filter(({ id }) => isNew(`post ${id}`))
          .map(({ id }) => ({ what: `post ${id}`, micros: ownIds.includes(id) ? perOwnedRead : perPostRead })),
        ...(includes?.users ?? [])
          .map(({ id }) => `user ${id}`)
          .filter(isNew)
          .map((what) => ({ what, micros: perUserRead })),
      ])
    },
  }
}

interface Resource {
  id: string
}
interface Returned {
  data?: Resource | Resource[]
  includes?: { users?: Resource[]; tweets?: Resource[]; posts?: Resource[] }
}
