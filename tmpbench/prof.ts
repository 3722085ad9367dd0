import { launchChromium } from '../tests/support/chromium'
import { startProduct } from '../tests/support/product'
import { furnish } from '../tests/bench/accounts'
const product = await startProduct()
const browser = await launchChromium()
const operator = await furnish(product, 10_000)
await operator.call('GET', '/twitter/accounts?group=')
for (let i = 0; i < 2; i++) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.addInitScript((t) => localStorage.setItem('access_token', t), operator.token)
  const s = await context.newCDPSession(page)
  await s.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await s.send('Profiler.enable'); await s.send('Profiler.setSamplingInterval', { interval: 500 }); await s.send('Profiler.start')
  await page.goto(`${product.url}/admin/media-agent?size=20`)
  await page.waitForSelector('tbody a[href^="/admin/media-agent/"]')
  await page.waitForTimeout(300)
  const { profile } = await s.send('Profiler.stop')
  if (i === 0) { await context.close(); continue }
  const nodes = new Map(profile.nodes.map((n) => [n.id, n])); const parent = new Map<number, number>()
  for (const n of profile.nodes) for (const c of n.children ?? []) parent.set(c, n.id)
  const self = new Map<number, number>()
  profile.samples!.forEach((id, k) => self.set(id, (self.get(id) ?? 0) + profile.timeDeltas![k]! / 1000))
  const tot = (id: number): number => (self.get(id) ?? 0) + (nodes.get(id)!.children ?? []).reduce((a, c) => a + tot(c), 0)
  const label = (id: number) => { const f = nodes.get(id)!.callFrame; return `${f.functionName || '(anon)'} ${f.url.split('/').pop()!.replace(/-[\w-]{8}\.js/, '')}:${f.lineNumber}:${f.columnNumber}` }
  const own = /admin|AgentsScreen|counted|ahead|public/
  const agg = new Map<string, number>()
  for (const n of profile.nodes) { const f = n.callFrame; if (!own.test(f.url.split('/').pop()!)) continue
    let p = parent.get(n.id), dup = false; const l = label(n.id)
    while (p !== undefined) { if (label(p) === l) { dup = true; break } p = parent.get(p) }
    if (!dup) agg.set(l, (agg.get(l) ?? 0) + tot(n.id)) }
  console.log('OWN TOTAL'); for (const [k, v] of [...agg].sort((a, b) => b[1] - a[1]).slice(0, 45)) console.log(v.toFixed(0).padStart(6), k)
  await context.close()
}
await browser.close(); await product.dispose()
