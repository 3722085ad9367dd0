import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { bareIcons } from './build/bareIcons.mjs'
import { listChunks } from './build/chunks.mjs'

/**
 * Few requests: what asks for the first lists, what every page runs, what main.tsx adds to it, and what all of the
 * console's screens share. Each screen has a chunk of its own, and so has each window that opens over one.
 */
const chunks = [
  { name: 'preload', priority: 4, test: /preload-helper/ },
  { name: 'ahead', priority: 4, test: /src\/(ahead|services\/(earlyAnswers|firstReads|tokenStore))\./ },
  {
    name: 'frame',
    priority: 4,
    test: /src\/(firstFrame\/(frame|showFrame)|services\/(lastMeta|sidebarCookie)|views\/(layout\/widths|ui\/(counted|initial|modKey)))\./,
  },
  {
    name: 'rows',
    priority: 4,
    test: /src\/(firstFrame\/(rows|showRows)|schemas\/(accountIndex|tableState)|views\/agents\/summary)\./,
  },
  {
    name: 'base',
    priority: 3,
    test: /node_modules\/(react|react-dom|scheduler|xstate)\/|rolldown.runtime|src\/machines\/disclosure|src\/views\/ui\/(buttonClass|cx|Logo|hydrated|segmented)\./,
  },
  {
    name: 'public',
    priority: 2,
    test: /src\/(main\.tsx|views\/ui\/(Input|recentMessages)\.)|icons\/(circle-x|eye)\./,
  },
  { name: 'toasts', priority: 1, test: /react-hot-toast|src\/(toast\.|views\/(ui\/Toaster|layout\/MessageList))/ },
  { name: 'faces', priority: 1, test: /src\/views\/ui\/Face\./ },
  { name: 'login', priority: 1, test: /src\/views\/auth\/LoginScreen/ },
  {
    name: 'admin',
    priority: 1,
    test: /src\/(consoleLogic|logic\/accounts|services\/browserConsole|schemas\/(credentials|tableState)|views\/(layout\/AdminRoutes|ui\/index|crud\/(ListView|RowButtons|CreateDialog|DeleteDialog)))|icons\/download\./,
  },
  { name: 'lists', test: /src\/(logic\/(groups|roleList)|views\/crud\/neighbour)\./ },
  {
    name: 'tasks',
    test: /src\/(logic\/taskWatch|schemas\/(systemCalls|ids)|views\/(ui\/(Status|SectionHeader)|history\/(TaskMeter|PauseButton|PostedLink)))\./,
  },
  { name: 'reports', test: /src\/services\/(downloads|csvReport)\./ },
  { name: 'import', test: /src\/(services\/browserCsv|views\/agents\/ImportPanel)\./ },
]

/**
 * First in the chunk of React and XState: V8 then compiles their functions in another thread, not one by one in the
 * page's when they are called (v8.dev/blog/explicit-compile-hints).
 */
const compiledAhead = '//# allFunctionsCalledOnLoad'

/** What runs already where a chunk asks for more, and need not be asked for with it. */
const runningWith = (chunk: string): RegExp => {
  if (chunk.includes('landing')) return /^$/
  if (chunk.includes('public')) return /assets\/(ahead|base|preload|public|rolldown-runtime)-/
  return /assets\/(admin|ahead|base|frame|preload|public|rolldown-runtime)-/
}

export default defineConfig({
  resolve: {
    alias: [
      { find: /^(\.\.?\/)+createLucideIcon\.mjs$/, replacement: resolve('src/views/ui/createIcon.tsx') },
      { find: /^core-js\/modules\/.+/, replacement: resolve('build/noPolyfills.cjs') },
      { find: /^\.\/xstate-dev\.esm\.js$/, replacement: resolve('build/noDevTools.ts') },
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: resolve('src/views/ui/selectedSnapshot.ts'),
      },
    ],
  },
  plugins: [react(), tailwindcss(), bareIcons(), listChunks()],
  build: {
    outDir: 'dist/console',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    cssTarget: ['chrome111', 'firefox128', 'safari16.4'],
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostId }) => files.filter((file) => !runningWith(hostId).test(file)),
    },
    rolldownOptions: {
      input: {
        main: 'index.html',
        landing: 'src/landing/main.ts',
        ahead: 'src/boot/preload.ts',
        frame: 'src/boot/showFrame.ts',
        rows: 'src/boot/showRows.ts',
      },
      output: {
        codeSplitting: { groups: chunks },
        postBanner: ({ name }) => (name === 'base' ? compiledAhead : ''),
      },
    },
  },
  server: { host: '127.0.0.1', port: 5173 },
  test: {
    maxWorkers: 2,
    retry: process.env.CI ? 1 : 0,
    projects: [
      {
        extends: true,
        test: { name: 'machines', include: ['tests/{machines,schemas}/**/*.test.ts'], environment: 'node' },
      },
      {
        extends: true,
        test: {
          name: 'views',
          include: ['tests/{views,services}/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['tests/support/dom.ts'],
          server: { deps: { inline: ['@xstate/react'] } },
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/{server,security}/**/*.test.ts', 'tests/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/support/postgres.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          environment: 'node',
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
