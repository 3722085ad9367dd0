import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { product } from '../product'
import { newestBackup } from './backups'
import { createLimits } from './limits'
import type { Observer } from './observer'
import { type StoredFrom, storedGauges } from './stored'

export interface Metrics extends Observer {
  contentType: string
  /** Prometheus' text format. */
  read(): Promise<string>
  /** Later readings include gauges of the database. */
  addStored(from: StoredFrom): void
}

const outside = [0.1, 0.3, 1, 3, 10, 30, 60]

/** Names and units follow prometheus.io/docs/practices/naming. No metric identifies a person or a text. */
export const createMetrics = (now: () => number = Date.now): Metrics => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  new Gauge({
    name: 'app_info',
    help: 'The version and build of this server.',
    labelNames: ['version', 'build'],
    registers,
  }).set(product, 1)

  const seconds = <Label extends string>(name: string, help: string, labelNames: Label[], buckets: number[]) =>
    new Histogram({ name: `${name}_duration_seconds`, help, labelNames, buckets, registers })

  const http = seconds(
    'http_request',
    'Calls of the API, by route of the contract.',
    ['method', 'route', 'status'],
    [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10, 30],
  )
  const x = seconds(
    'x_request',
    'Requests to X, including connecting; status lost: sent without an answer, unsent: no connection.',
    ['method', 'path', 'status'],
    outside,
  )
  const model = seconds(
    'model_request',
    'Requests to the model provider; status none: no answer.',
    ['provider', 'path', 'status'],
    outside,
  )
  const queries = seconds(
    'database_query',
    'Queries by first word, including the wait for a connection or another write.',
    ['kind', 'result'],
    [0.0005, 0.002, 0.01, 0.05, 0.2, 1, 5],
  )
  const attempts = new Counter({
    name: 'reply_attempts_total',
    help: 'Requests to post a reply, by outcome.',
    labelNames: ['outcome'],
    registers,
  })
  const contradictions = new Counter({
    name: 'verdicts_contradicted_total',
    help: "Replies that X accepted or refused against the prediction of who may reply, by X's answer.",
    labelNames: ['said'],
    registers,
  })
  const changes = new Counter({
    name: 'database_changes_total',
    help: 'Changes after which the database may lack replies that were sent: reset to an earlier state, noticed here or by another server, or restarted.',
    labelNames: ['kind'],
    registers,
  })
  const limits = createLimits(now)
  new Gauge({
    name: 'x_rate_limit_remaining',
    help: 'Lowest number of requests left in the current rate limit window of an account, by call.',
    labelNames: ['path'],
    registers,
    collect() {
      this.reset()
      for (const { path, remaining } of limits.open()) this.set({ path }, remaining)
    },
  })

  let lookUp: (() => Promise<void>) | undefined

  return {
    contentType: registry.contentType,
    read: async () => {
      await lookUp?.()
      return registry.metrics()
    },
    addStored: (from) => {
      lookUp = storedGauges(registry, from)
      new Gauge({
        name: 'backup_age_seconds',
        help: 'Age of the newest backup in the data folder; no value without a backup.',
        registers,
        collect() {
          const made = newestBackup(from.dataDir)
          if (made === undefined) this.remove({})
          else this.set((from.clock().getTime() - made) / 1000)
        },
      })
    },
    httpCall: ({ method, route, status, seconds }) => http.observe({ method, route, status }, seconds),
    xCall: ({ method, path, status, seconds, headers }) => {
      const call = pathWithoutIds(path)
      x.observe({ method, path: call, status }, seconds)
      limits.note(`${method} ${call}`, headers)
    },
    modelCall: ({ provider, path, status, seconds }) => model.observe({ provider, path, status }, seconds),
    attempt: (outcome) => attempts.inc({ outcome }),
    contradiction: (said) => contradictions.inc({ said }),
    generationChange: (kind) => changes.inc({ kind }),
    query: ({ sql, seconds, failed }) =>
      queries.observe({ kind: kindOf(sql), result: failed ? 'error' : 'ok' }, seconds),
  }
}

/** Replaces ids, as in `users/:id/tweets`: otherwise every id would create a series. */
const pathWithoutIds = (path: string): string =>
  path
    .split('/')
    .map((part, index) => (index > 0 && /\d/.test(part) ? ':id' : part))
    .join('/')

const kinds = new Set(['select', 'insert', 'update', 'delete', 'with'])

const kindOf = (sql: string): string => {
  const word = /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? ''
  return kinds.has(word) ? word : 'other'
}
