export const endpoints = ['createPost', 'getPost', 'getMe', 'getUserPosts', 'getMentions', 'deletePost'] as const
export type Endpoint = (typeof endpoints)[number]
/** The activity API counts per app. */
const ofActivity = ['stream', 'subscriptions'] as const
export type Counted = Endpoint | (typeof ofActivity)[number]

/** Requests per user and 15 minutes (X documentation, rate limits, August 2026). */
const documented: Record<Counted, number> = {
  createPost: 100,
  getPost: 900,
  getMe: 75,
  getUserPosts: 900,
  getMentions: 300,
  deletePost: 50,
  stream: 450,
  subscriptions: 500,
}

/** Counts requests per caller and endpoint in fixed windows, as X's own headers describe them. */
export const createLimits = (now: () => number) => {
  const limits = { ...documented }
  let windowMs = 15 * 60_000
  const windows = new Map<string, { used: number; resetAt: number }>()

  return {
    change: (next: Partial<Record<Counted, number | undefined>>) => {
      for (const endpoint of [...endpoints, ...ofActivity]) limits[endpoint] = next[endpoint] ?? limits[endpoint]
      windows.clear()
    },
    setWindow: (seconds: number) => {
      windowMs = seconds * 1000
      windows.clear()
    },
    take: (endpoint: Counted, caller: string) => {
      const key = `${endpoint}:${caller}`
      const open = windows.get(key)
      const window = open !== undefined && open.resetAt > now() ? open : { used: 0, resetAt: now() + windowMs }
      const allowed = window.used < limits[endpoint]
      if (allowed) window.used += 1
      windows.set(key, window)
      return {
        allowed,
        headers: {
          'x-rate-limit-limit': String(limits[endpoint]),
          'x-rate-limit-remaining': String(limits[endpoint] - window.used),
          'x-rate-limit-reset': String(Math.ceil(window.resetAt / 1000)),
        },
      }
    },
  }
}
