import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const folder = 'tests/e2e/screenshots'
const { SCREENSHOTS } = process.env

/** Pictures are for people and slow: only with `SCREENSHOTS=1`. */
export const photograph = async (page: Page, name: string): Promise<void> => {
  if (!SCREENSHOTS) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), caret: 'initial' })
}
