import type { Page } from 'playwright-core'
import { expect } from 'vitest'

export const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

export const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    const label =
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement
        ? element.labels?.[0]
        : null
    return (element?.getAttribute('aria-label') ?? label?.textContent ?? element?.textContent ?? '').trim()
  })

export const tabTo = async (page: Page, name: string | RegExp, key = 'Tab') => {
  const passed: string[] = []
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press(key)
    const here = await focused(page)
    if (typeof name === 'string' ? here === name : name.test(here)) return
    passed.push(here)
  }
  throw new Error(`${key} never came to ${name}, but to: ${passed.join(', ')}`)
}

export const expectVisibleFocus = async (page: Page) => {
  const outlined = await page.evaluate(() => {
    const element = document.activeElement
    if (!element) return false
    return ['', '::after'].some((part) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, part)
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
    })
  })
  expect(outlined, `${await focused(page)} shows its focus`).toBe(true)
}
