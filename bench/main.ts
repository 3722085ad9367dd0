import { existsSync } from 'node:fs'
import { launchChromium } from '../tests/support/chromium'
import { startProduct } from '../tests/support/product'
import { furnish } from './accounts'
import { benchBatch } from './batch'
import { benchConsoles } from './consoles'
import { benchDraftChecks } from './draftChecks'
import { benchGrowth } from './growth'
import { benchImport, benchTyping } from './import'
import { benchInspector } from './inspector'
import { benchPages } from './pages'
import { benchParse } from './parse'
import { benchParts } from './parts'
import { benchProviders } from './providers'
import { benchReads } from './reads'
import { benchRush } from './rush'
import { benchScale } from './scale'
import { benchSend } from './send'
import { benchLists, benchServer } from './server'
import { benchSizes } from './sizes'
import { benchBuild, benchStart } from './start'
import { benchTable } from './table'
import { benchTasks } from './tasks'
import { benchVariety } from './variety'

/**
 * `npm run bench -- landing login` runs only these parts. Imports come last, because the server checks their accounts
 * on X long afterwards.
 */
const names = [
  'build',
  'start',
  'sizes',
  'server',
  'lists',
  'growth',
  'reads',
  'consoles',
  'tasks',
  'batch',
  'rush',
  'scale',
  'parts',
  'providers',
  'drafts',
  'variety',
  'parse',
  'landing',
  'login',
  'agents',
  'sidebar',
  'table',
  'send',
  'import',
  'typing',
  'inspector',
]
const given = process.argv.slice(2)
const firstOption = given.findIndex((each) => each.startsWith('--'))
const chosen = given.slice(0, firstOption === -1 ? given.length : firstOption)
const unknown = chosen.filter((name) => !names.includes(name))
const needsBuild =
  chosen.length === 0 || chosen.some((name) => !['growth', 'providers', 'drafts', 'variety'].includes(name))
if (unknown.length > 0 || (needsBuild && !existsSync('dist/server/main.js'))) {
  console.error(
    unknown.length > 0 ? `No bench ${unknown.join(', ')}: ${names.join(', ')}` : 'Build first: npm run build',
  )
  process.exit(1)
}
const wanted = (name: string) => chosen.length === 0 || chosen.includes(name)

console.log(`Node ${process.version}, ${process.platform} ${process.arch}\n`)
if (wanted('build')) benchBuild()
if (wanted('start')) await benchStart()
if (wanted('sizes')) benchSizes()
if (wanted('server')) await benchServer()
if (wanted('lists')) await benchLists()
if (wanted('growth')) await benchGrowth()
if (wanted('reads')) await benchReads()
if (wanted('consoles')) await benchConsoles()
if (wanted('tasks')) await benchTasks()
if (wanted('batch')) await benchBatch()
if (wanted('rush')) await benchRush()
if (wanted('scale')) await benchScale()
if (wanted('parts')) await benchParts()
if (wanted('providers')) await benchProviders()
if (wanted('drafts')) benchDraftChecks()
if (wanted('variety')) await benchVariety()

const inBrowser = names.slice(names.indexOf('parse')).filter(wanted)
if (inBrowser.length > 0) {
  const product = await startProduct()
  const browser = await launchChromium()
  try {
    if (wanted('parse')) await benchParse(browser, product)
    if (['landing', 'login', 'agents', 'sidebar', 'table'].some(wanted)) {
      const operator = await furnish(product, 10_000)
      await benchPages(browser, product, operator, wanted)
      if (wanted('table')) await benchTable(browser, product, operator)
    }
    if (wanted('send')) await benchSend(browser)
    if (wanted('import')) await benchImport(browser, product)
    if (wanted('typing')) await benchTyping(browser, product)
    if (wanted('inspector')) await benchInspector(browser)
  } finally {
    await browser.close()
    await product.dispose()
  }
}
