import type { Browser } from 'playwright-core'
import { test } from 'vitest'
import { launchChromium } from '../support/chromium'
import { type Product, startProduct } from '../support/product'
import { createSandboxControl } from './furnished'
import { closeWhatIsLeft } from './operator'

interface Shared {
  browser: Browser
  /**
   * Its X has no duplicate filter: the model repeats its few phrases, and files share the product. A test that changes
   * more of its stand-ins, or needs its first operator, starts its own product.
   */
  product: Product
}

/** A test whose worker keeps one product and one browser for all files that need them. */
export const it = test
  .extend('flags', { scope: 'worker' }, ['--process-per-site'])
  .extend('worker', { scope: 'worker' }, async ({ flags }, { onCleanup }): Promise<Shared> => {
    const [browser, product] = await Promise.all([launchChromium(...flags), startProduct()])
    await createSandboxControl(product.dataDir).x({ duplicateFilter: false })
    onCleanup(async () => {
      await browser.close()
      await product.dispose()
    })
    return { browser, product }
  })
  .extend('shared', { scope: 'file' }, ({ worker }, { onCleanup }): Shared => {
    onCleanup(() => closeWhatIsLeft(worker.browser))
    return worker
  })
