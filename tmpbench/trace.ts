import { launchChromium } from '../tests/support/chromium'
import { startProduct } from '../tests/support/product'
import { furnish } from '../tests/bench/accounts'
import { visit } from '../tests/bench/visit'
import { writeFileSync } from 'node:fs'
const product = await startProduct()
const browser = await launchChromium()
const operator = await furnish(product, 10_000)
await operator.call('GET', '/twitter/accounts?group=')
for (let i = 0; i < 2; i++) {
  const v = await visit(browser, { url: `${product.url}/admin/media-agent?size=20`, ready: 'tbody a[href^="/admin/media-agent/"]', token: operator.token }, async (page) => {
    if (i === 0) return
    const rows = await page.evaluate(() => performance.getEntriesByType('resource').map((e) => { const r = e as PerformanceResourceTiming; return [r.name.replace(/^.*?\/\/[^/]*/, '').slice(0, 50), Math.round(r.startTime), Math.round(r.requestStart), Math.round(r.responseStart), Math.round(r.responseEnd), r.encodedBodySize] }))
    for (const r of rows) console.log(r.join('\t'))
    console.log(await page.evaluate(() => window.visit.tasks.map(({ at, millis }) => `${Math.round(at)}+${Math.round(millis)}`).join(' ')))
  })
  console.log(v)
}
if (process.argv[2]) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.addInitScript((t) => localStorage.setItem('access_token', t), operator.token)
  const s = await context.newCDPSession(page)
  await s.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await s.send('Profiler.enable'); await s.send('Profiler.setSamplingInterval', { interval: 400 }); await s.send('Profiler.start')
  await page.goto(`${product.url}/admin/media-agent?size=20`)
  await page.waitForSelector('tbody a[href^="/admin/media-agent/"]')
  await page.waitForTimeout(500)
  const { profile } = await s.send('Profiler.stop')
  writeFileSync('/tmp/team/p2exp/profile.json', JSON.stringify(profile))
  const self = new Map<string, number>(); const total = new Map<string, number>()
  const nodes = new Map(profile.nodes.map((n) => [n.id, n])); const parent = new Map<number, number>()
  for (const n of profile.nodes) for (const c of n.children ?? []) parent.set(c, n.id)
  profile.samples!.forEach((id, k) => {
    const dt = profile.timeDeltas![k]! / 1000
    const name = (x: number) => { const f = nodes.get(x)!.callFrame; return `${f.functionName || '(anon)'} ${f.url.split('/').pop()}:${f.lineNumber}:${f.columnNumber}` }
    self.set(name(id), (self.get(name(id)) ?? 0) + dt)
    const seen = new Set<string>(); let at: number | undefined = id
    while (at !== undefined) { const nm = name(at); if (!seen.has(nm)) { seen.add(nm); total.set(nm, (total.get(nm) ?? 0) + dt) } at = parent.get(at) }
  })
  const show = (m: Map<string, number>, n: number) => [...m].sort((a, b) => b[1] - a[1]).slice(0, n).forEach(([k, v]) => console.log(v.toFixed(1).padStart(8), k))
  console.log('SELF'); show(self, 25); console.log('TOTAL'); show(total, 60)
}
await browser.close(); await product.dispose()
