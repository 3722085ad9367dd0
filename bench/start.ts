import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { startProduct, temporaryFolder } from '../tests/support/product'
import { median } from './visit'

const rounds = 5
const wanted = { buildSeconds: 10, startMillis: 1000 }

export const benchBuild = (): void => {
  const started = performance.now()
  const { status, stderr } = spawnSync(process.execPath, ['build/build.mjs'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The build failed:\n${stderr}`)
  const seconds = (performance.now() - started) / 1000
  console.log('\nBuild of the console and the server')
  console.table({ build: { s: Number(seconds.toFixed(1)), wanted: `under ${wanted.buildSeconds}` } })
}

export const benchStart = async (): Promise<void> => {
  const furnished = temporaryFolder()
  await startMillis(furnished)
  const times: Record<'empty' | 'furnished', number[]> = { empty: [], furnished: [] }
  for (let round = 0; round < rounds; round++) {
    const empty = temporaryFolder()
    times.empty.push(await startMillis(empty))
    rmSync(empty, { recursive: true })
    times.furnished.push(await startMillis(furnished))
  }
  rmSync(furnished, { recursive: true })
  console.log(`\nStart of the server until /healthz is answered, medians of ${rounds} in turn`)
  const row = (of: number[]) => ({ ms: Math.round(median(of)), wanted: `under ${wanted.startMillis}` })
  console.table({ 'empty data folder': row(times.empty), 'existing data folder': row(times.furnished) })
}

const startMillis = async (dataDir: string): Promise<number> => {
  const started = performance.now()
  const product = await startProduct({ dataDir })
  const { ok } = await fetch(`${product.url}/healthz`)
  const millis = performance.now() - started
  await product.stop()
  if (!ok) throw new Error('/healthz was not answered with success')
  return millis
}
