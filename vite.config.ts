import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: { outDir: 'dist/console', emptyOutDir: true, manifest: true, target: 'es2023', assetsInlineLimit: 0 },
  server: { host: '127.0.0.1', port: 5173 },
  test: {
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
