import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromiumPath } from '../tests/support/chromium'
import { startProduct } from '../tests/support/product'

/** The package is downloaded on demand: 185 MB that no other command needs. */
const lighthouse = 'lighthouse@12.8.2'
const pages = ['/', '/login']

interface Report {
  categories: Record<string, { title: string; score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>
}

const inspect = (url: string): Report => {
  const { stdout, stderr, status } = spawnSync(
    'npm',
    [
      ...['exec', '--yes', '--ignore-scripts', `--package=${lighthouse}`, '--', 'lighthouse', url],
      ...['--output=json', '--quiet', '--form-factor=mobile'],
      '--only-categories=performance,accessibility,best-practices,seo',
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    ],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, env: { ...process.env, CHROME_PATH: chromiumPath() } },
  )
  if (status !== 0) throw new Error(`Lighthouse ended with ${status}: ${stderr}`)
  return JSON.parse(stdout)
}

if (!existsSync('dist/server/main.js')) {
  console.error('Build first: npm run build')
  process.exit(1)
}
const product = await startProduct()
try {
  for (const path of pages) {
    const { categories, audits } = inspect(product.url + path)
    console.log(`${path}, mobile`)
    console.table(
      Object.fromEntries(Object.values(categories).map(({ title, score }) => [title, Math.round(score * 100)])),
    )
    for (const { title, auditRefs } of Object.values(categories)) {
      for (const { id, weight } of auditRefs) {
        const audit = audits[id]
        if (weight > 0 && audit && audit.score !== null && audit.score < 1) {
          const lost = `${Math.round(audit.score * 100)} of 100, weight ${weight}`
          console.log(`${title}: ${audit.title}${audit.displayValue ? ` (${audit.displayValue})` : ''}: ${lost}`)
        }
      }
    }
  }
} finally {
  await product.dispose()
}
