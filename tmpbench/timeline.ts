import { launchChromium } from '../tests/support/chromium'
import { startProduct } from '../tests/support/product'
import { furnish } from '../tests/bench/accounts'
import { visit } from '../tests/bench/visit'
const product = await startProduct()
const browser = await launchChromium()
const operator = await furnish(product, 10_000)
await operator.call('GET', '/twitter/accounts?group=')
const watched = { url: `${product.url}/admin/media-agent?size=20`, ready: 'tbody a[href^="/admin/media-agent/"]', token: operator.token }
await visit(browser, watched)
await browser.startTracing(undefined, { categories: ['devtools.timeline', 'v8.execute', 'blink.user_timing', 'disabled-by-default-devtools.timeline', 'toplevel'] })
const v = await visit(browser, watched, async (page) => {
  const rows = await page.evaluate(() => performance.getEntriesByType('resource').map((e) => { const r = e as PerformanceResourceTiming; return [r.name.replace(/^.*?\/\/[^/]*/, '').slice(0, 50), Math.round(r.startTime), Math.round(r.requestStart), Math.round(r.responseStart), Math.round(r.responseEnd), r.encodedBodySize] }))
  for (const r of rows) console.log(r.join('\t'))
})
console.log(v)
const trace = JSON.parse((await browser.stopTracing()).toString())
type E = { name: string; ph: string; ts: number; dur?: number; pid: number; tid: number; args: any }
const events: E[] = trace.traceEvents
const nav = events.filter((e) => e.name === 'navigationStart' && e.args?.data?.documentLoaderURL?.includes('/admin/media-agent')).at(-1) ?? events.filter((e) => e.name === 'navigationStart').at(-1)!
const main = events.filter((e) => e.pid === nav.pid && e.tid === nav.tid && e.ph === 'X' && e.ts >= nav.ts)
const tops = main.filter((e) => (e.name === 'RunTask' || e.name === 'ThreadControllerImpl::RunTask') && (e.dur ?? 0) > 12_000).sort((a, b) => a.ts - b.ts)
for (const t of tops) {
  if ((t.ts - nav.ts) / 1000 > v.ready + 300) break
  console.log(`${((t.ts - nav.ts) / 1000).toFixed(0)} +${(t.dur! / 1000).toFixed(0)}`)
  const inside = main.filter((e) => e !== t && e.ts >= t.ts && e.ts + (e.dur ?? 0) <= t.ts + t.dur! && (e.dur ?? 0) > 8_000 && !/RunTask/.test(e.name)).sort((a, b) => a.ts - b.ts)
  for (const e of inside) console.log(`      ${((e.ts - nav.ts) / 1000).toFixed(0)} +${(e.dur! / 1000).toFixed(0)} ${e.name} ${e.args?.data?.url?.split('/').pop() ?? e.args?.data?.functionName ?? e.args?.fileName ?? ''} ${e.args?.data?.functionName ?? ''} ${e.args?.data?.type ?? ''} ${e.args?.elementCount ?? ''}`)
}
await browser.close(); await product.dispose()
