import type { Page, Route } from 'playwright-core'
import { until } from '../support/waiting'

/** Calls of the console that wait on their way to the server; each answer goes to the latest active one. */
export interface Gate {
  /** The server answers. */
  pass(): Promise<void>
  /** Answers without the server. */
  answer(status: number, body: object): Promise<void>
  /** The call never reaches the server. */
  drop(): Promise<void>
  /** The server acts, but its answer is lost. */
  loseAnswer(): Promise<void>
  /** The number of waiting calls. */
  waiting(): number
}

/** `path` is a glob of an address below the product's, e.g. `api/v1/groups`. */
export const createGate = async (page: Page, path: string, method = 'GET'): Promise<Gate> => {
  const routes: Route[] = []
  await page.route(`**/${path}`, (route) => {
    if (route.request().method() !== method) return route.fallback()
    routes.push(route)
  })
  page.on('requestfailed', (request) => {
    const givenUp = routes.findIndex((route) => route.request() === request)
    if (givenUp >= 0) routes.splice(givenUp, 1)
  })
  const latest = () => until(() => routes.pop())
  return {
    pass: async () => (await latest()).continue(),
    answer: async (status, json) => (await latest()).fulfill({ status, json }),
    drop: async () => (await latest()).abort('connectionfailed'),
    loseAnswer: async () => {
      const route = await latest()
      await route.fetch()
      await route.abort('connectionreset')
    },
    waiting: () => routes.length,
  }
}
