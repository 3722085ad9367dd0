// npm run prove:report: reports a failed send in Chromium, on a build with a fault in the composer's chart, and writes
// a test that fails on that build's charts and passes on this checkout's.
import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createOperator, password } from '../e2e/furnished'
import { openOperator, seeMessage } from '../e2e/operator'
import { previewBatch } from '../e2e/screens/steps'
import { copyOfTree, putFault } from '../support/brokenTree'
import { launchChromium } from '../support/chromium'
import { startProduct } from '../support/product'

const here = process.cwd()
const reported = 'tests/machines/reported'
const expected = 'replyFlow: previewing'
const refusal = 'No account of this group is active'

const bug = {
  file: 'src/machines/composer/replyFlowSending.ts',
  from: "      {\n        target: 'open.previewing',",
  to: "      {\n        target: 'open.idle',",
}

const run = (folder: string, ...command: [string, ...string[]]): SpawnSyncReturns<string> => {
  const [program, ...args] = command
  const { NODE_ENV: _, ...env } = process.env
  return spawnSync(program, args, { cwd: folder, env, encoding: 'utf8' })
}

const outputOf = ({ stdout, stderr }: SpawnSyncReturns<string>): string => `${stdout}${stderr}`

const demand = (isTrue: boolean, what: string, told = ''): void => {
  if (!isTrue) throw new Error(`Not so: ${what}\n${told}`)
  console.log(`  ${what}`)
}

const report = async (folder: string): Promise<string> => {
  process.chdir(folder)
  const product = await startProduct()
  process.chdir(here)
  const browser = await launchChromium()
  try {
    const operator = await createOperator(product.url, 'ada.lovelace@example.com')
    await operator.call('POST', '/sandbox/sample')
    const { page, complaints } = await openOperator(browser, product.url, 'desktop', { token: operator.token })
    await page.goto('/admin/home')
    await previewBatch(page)
    await page.route('**/api/v1/twitter/tweet/batch-post-replies', async (route) => {
      const response = await route.fetch({ postData: JSON.stringify({ reply_ids: ['none'], group_name: 'none' }) })
      await route.fulfill({ response, status: 409, json: { detail: refusal } })
    })
    await page.getByRole('button', { name: 'Batch Send', exact: true }).click()
    await seeMessage(page, refusal)
    await page.getByRole('button', { name: 'Report a problem', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Report a problem' })
    const saving = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save file', exact: true }).click()
    const download = await saving
    const file = join(folder, 'failed-send.json')
    await download.saveAs(file)
    await dialog.getByText('Saved: problem-').waitFor()
    const unexpected = complaints.filter((each) => !each.includes('409'))
    demand(unexpected.length === 0, 'the browser complains about nothing else', unexpected.join('\n'))
    const texts = [password, operator.token, operator.email, 'lovelace', refusal]
    const text = readFileSync(file, 'utf8')
    demand(!texts.some((each) => text.includes(each)), 'the file holds no password, token, address or text of anybody')
    demand(/"requestId":"[0-9a-f-]{36}"/.test(text), "it names the server's requests")
    return file
  } finally {
    await browser.close()
    await product.dispose()
  }
}

const folder = copyOfTree()
putFault(folder, bug)
const proof = join(reported, `proof-${process.pid}.test.ts`)
try {
  console.log(`With a bug: ${bug.file}`)
  const built = run(folder, 'node', 'build/build.mjs')
  demand(built.status === 0, 'it builds', outputOf(built))
  const file = await report(folder)
  const replayed = run(folder, 'node', 'scripts/run.mjs', 'scripts/replay.ts', file)
  demand(replayed.status === 0 && replayed.stdout.includes('as here'), 'its own charts do the same', outputOf(replayed))
  const asked = ['--as-test', '--expect', expected, '--after', 'send failed', '--name', 'failed-send']
  const written = run(folder, 'node', 'scripts/run.mjs', 'scripts/replay.ts', file, ...asked)
  demand(written.status === 0 && written.stdout.includes('It fails'), 'the report becomes a test', outputOf(written))
  const test = join(folder, reported, 'failed-send.test.ts')
  const vitest = ['node', 'node_modules/vitest/vitest.mjs', 'run', '--project=machines'] as const
  const red = run(folder, ...vitest, join(reported, 'failed-send.test.ts'))
  demand(red.status === 1 && outputOf(red).includes('previewing'), 'the test is red', outputOf(red))

  console.log('Without it, here')
  const other = run(here, 'node', 'scripts/run.mjs', 'scripts/replay.ts', file)
  const parts = other.status === 1 && /replyFlow .*send failed: value\.work/.test(other.stdout)
  demand(
    parts && other.stdout.includes('Of another version'),
    "the replay says where today's charts part",
    outputOf(other),
  )
  mkdirSync(reported, { recursive: true })
  copyFileSync(test, proof)
  const green = run(here, ...vitest, proof)
  demand(green.status === 0 && outputOf(green).includes('1 passed'), 'the test is green', outputOf(green))
  console.log(`\n${other.stdout}\n${readFileSync(test, 'utf8')}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
  rmSync(proof, { force: true })
}
