import { existsSync } from 'node:fs'
import { benchServer } from './server'
import { benchSizes } from './sizes'

if (!existsSync('dist/server/main.js')) {
  console.error('Build first: npm run build')
  process.exit(1)
}

console.log(`Node ${process.version}, ${process.platform} ${process.arch}\n`)
benchSizes()
await benchServer()
