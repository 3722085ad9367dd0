import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { listChunks } from './build/chunks.mjs'
import { leaveOutDescriptions } from './build/leaveOutDescriptions.ts'
import { itemDrawing } from './inspector/itemDrawing.ts'
import { sourcePlugin } from './inspector/sourcePlugin.ts'
import product from './package.json' with { type: 'json' }

/**
 * Few requests: each group takes the modules that match, and all that those import, unless a group of higher priority
 * has them. What a screen alone uses, and each window that opens over one, gets a chunk of its own.
 */
const chunks = [
  { name: 'preload-helper', priority: 10, test: /preload-helper/ },
  {
    name: 'preload',
    priority: 9,
    test: /src\/(boot\/preload|schemas\/(counted|paths|gate\/characters)|services\/storage\/storageKeys)\./,
  },
  { name: 'frame', priority: 8, test: /src\/boot\/showFrame\./ },
  {
    name: 'base',
    priority: 6,
    test: /node_modules\/(react|react-dom|scheduler|xstate)\/|rolldown.runtime|src\/(jsx\/[\w-]+|views\/ui\/(buttonClass|cx|Logo|hydrated|segmented))\./,
  },
  {
    name: 'public',
    priority: 5,
    test: /src\/(main\.tsx|schemas\/checkForm\.|views\/ui\/(forms\/Input|recentMessages)\.)|lucide-react\/dist\/esm\/(?!icons)/,
  },
  { name: 'login', priority: 4, test: /src\/views\/session\/.*\.tsx?$/ },
  {
    name: 'messages',
    priority: 2,
    test: /react-hot-toast|src\/views\/(ui\/(toast\.|Toaster)|shell\/messages\/Messages\.)/,
  },
  {
    name: 'console',
    priority: 3,
    test: /src\/(machines\/(shell\/console|crud\/table)\.actors|services\/browserConsole|views\/(crud\/(asked|useTable)|shell\/AdminRoutes|ui\/windows\/ConfirmDialog))|lucide-react\/dist\/esm\/icons\/(download|pencil|plus|rotate-cw|trash|x)\./,
  },
  {
    name: 'actors',
    priority: 1,
    test: /src\/machines\/\w+\/(?!accountEditor|accountTable|allowances|apiTokens|auditLog|bulkChange|connections|manual|history|inbox|models|usage|operators|passkeys|problemReport|queue|savedReplies|secondFactor|newAnswers)\w+\.actors/,
  },
]

/**
 * First in the chunk of React and XState: V8 then compiles their functions in another thread, not one by one in the
 * page's when they are called (v8.dev/blog/explicit-compile-hints).
 */
const compiledAhead = '//# allFunctionsCalledOnLoad'

/** What runs already where a chunk asks for more, and need not be asked for with it. */
const runningWith = (chunk: string): RegExp => {
  if (chunk.includes('landing')) return /^$/
  if (chunk.includes('public')) return /assets\/(base|preload|preload-helper|public|rolldown-runtime)-/
  return /assets\/(base|console|frame|preload|preload-helper|public|rolldown-runtime)-/
}

export default defineConfig({
  resolve: {
    alias: [
      { find: /^core-js\/modules\/.+/, replacement: resolve('build/noPolyfills.cjs') },
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
    ],
  },
  /** Set by the build; what runs without one is nobody's build. */
  define: {
    'import.meta.env.VERSION': JSON.stringify(product.version),
    'import.meta.env.BUILD': JSON.stringify(process.env.BUILD_STAMP?.slice(0, 12) ?? 'development'),
  },
  plugins: [
    react({ jsxImportSource: '#jsx' }),
    tailwindcss(),
    listChunks(),
    leaveOutDescriptions(),
    itemDrawing(),
    sourcePlugin(),
  ],
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
        preload: 'src/boot/preload.ts',
        frame: 'src/boot/showFrame.ts',
      },
      output: {
        codeSplitting: { groups: chunks },
        postBanner: ({ name }) => (name === 'base' ? compiledAhead : ''),
      },
    },
  },
  /** Of development: what the inspector needs is prepared at the start, not at its first visit. */
  optimizeDeps: { entries: ['index.html', 'inspector/index.html'], include: ['elkjs/lib/elk-worker.min.js'] },
  server: {
    host: '127.0.0.1',
    port: 5173,
    warmup: { clientFiles: ['inspector/page/main.tsx', 'inspector/start.ts'] },
  },
})
