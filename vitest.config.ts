import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig, mergeConfig } from 'vitest/config'
import { deepOnly } from './scripts/deepOnly.mjs'
import { fastestFolder } from './tests/support/memory.ts'
import product from './vite.config.ts'

/** Files that have a size for every run and a full one, which `npm run test:deep` takes: see tests/support/depth.ts. */
const deep = [
  'tests/machines/{everyTransition,randomWalks}.test.ts',
  'tests/reports/prove.test.ts',
  'tests/security/{hostile-bodies,hostile-requests}.test.ts',
  'tests/server/posting/{interleavings,eligibilityTruth,torture}.test.ts',
]

/** Files of which `npm test` runs a part on PostgreSQL: see tests/support/databases.ts. */
const onPostgres = ['server', 'security', 'sandbox'].flatMap((folder) =>
  readdirSync(`tests/${folder}`, { encoding: 'utf8', recursive: true })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `tests/${folder}/${file}`)
    .filter((file) => readFileSync(file, 'utf8').includes('databasesHere()')),
)

/** They need a page; the others of `deepOnly` run where servers do. */
const isOfViews = (file: string) => file.startsWith('tests/views/')

const deepViews = deepOnly.filter(isOfViews)

/** Milliseconds, for a machine that is busy with more than the tests. */
const patience = (timeout: number) => ({ testTimeout: timeout, hookTimeout: timeout })

/** What draws at random. */
const chance = 'tests/support/chance.ts'

/** Replays what browser tests leave. */
const recordings = 'tests/support/recordings.ts'

const server = {
  environment: 'node',
  setupFiles: [chance],
  globalSetup: ['tests/support/postgres.ts'],
}

const views = {
  environment: 'jsdom',
  setupFiles: [chance, 'tests/support/dom.ts'],
  server: { deps: { inline: ['@xstate/react'] } },
}

export default mergeConfig(
  product,
  defineConfig({
    test: {
      /** Tests of servers and of the browser wait for a third of their time: two of them would leave two cores idle. */
      maxWorkers: 3,
      isolate: false,
      ...patience(60_000),
      env: { TMPDIR: fastestFolder() },
      projects: [
        {
          extends: true,
          test: {
            name: 'machines',
            include: ['tests/{machines,schemas,recording,words}/**/*.test.ts'],
            environment: 'node',
            setupFiles: [chance],
          },
        },
        {
          extends: true,
          test: {
            ...views,
            name: 'views',
            include: ['tests/{views,services,actors,boot,inspector,build}/**/*.test.{ts,tsx}'],
          },
        },
        /** They replace modules or start the page's own entry, which never ends: each has a page and modules of its own. */
        {
          extends: true,
          test: {
            ...views,
            setupFiles: [...views.setupFiles, 'tests/support/endedPages.ts'],
            name: 'page',
            include: ['tests/page/*.test.tsx'],
            isolate: true,
          },
        },
        {
          extends: true,
          test: {
            ...server,
            name: 'server',
            include: ['tests/{server,security,sandbox}/**/*.test.ts', 'tests/*.test.ts'],
          },
        },
        {
          extends: true,
          test: {
            name: 'e2e',
            include: ['tests/e2e/**/*.test.ts'],
            environment: 'node',
            setupFiles: [recordings],
            ...patience(180_000),
          },
        },
        {
          extends: true,
          test: {
            ...server,
            name: 'deep',
            setupFiles: [chance, recordings],
            include: [...deep, ...deepOnly.filter((file) => !isOfViews(file))],
            env: { TEST_DEPTH: 'full' },
            ...patience(600_000),
          },
        },
        {
          extends: true,
          test: { ...server, name: 'deep-postgres', include: onPostgres, env: { TEST_DATABASES: 'PostgreSQL' } },
        },
        {
          extends: true,
          test: { ...views, name: 'deep-views', include: deepViews, env: { TEST_DEPTH: 'full' } },
        },
      ],
    },
  }),
)
