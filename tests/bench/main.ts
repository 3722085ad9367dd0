import { existsSync } from 'node:fs'
import { launchChromium } from '../support/chromium'
import { startProduct } from '../support/product'
import { benchImport } from './import'
import { benchServer } from './server'
import { benchSizes } from './sizes'
import { benchTable } from './table'

if (!existsSync('dist/server/main.js')) {
  console.error('Build first: npm run build')
  process.exit(1)
}

console.log(`Node ${process.version}, ${process.platform} ${process.arch}\n`)
benchSizes()
await benchServer()

const product = await startProduct()
const browser = await launchChromium()
try {
  await benchTable(browser, product, await benchImport(browser, product))
} finally {
  await browser.close()
  await product.dispose()
}
