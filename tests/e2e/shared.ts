import type { Browser } from 'playwright-core'
import { test } from 'vitest'
import { launchChromium } from '../support/chromium'
import { type Product, startProduct } from '../support/product'
import { closeProfiles } from './operator'

interface Shared {
  browser: Browser
  /** As it is delivered: who changes how its stand-ins behave, or needs to be its first operator, starts his own. */
  product: Product
}

/** A test whose worker keeps one product and one browser for all files that ask for them, one file after the other. */
export const it = test
  .extend('flags', { scope: 'worker' }, ['--process-per-site'])
  .extend('worker', { scope: 'worker' }, async ({ flags }, { onCleanup }): Promise<Shared> => {
    const [browser, product] = await Promise.all([launchChromium(...flags), startProduct()])
    onCleanup(async () => {
      await browser.close()
      await product.dispose()
    })
    return { browser, product }
  })
  .extend('shared', { scope: 'file' }, ({ worker }, { onCleanup }): Shared => {
    onCleanup(() => closeProfiles(worker.browser))
    return worker
  })
