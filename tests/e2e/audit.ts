import { readFileSync } from 'node:fs'
import type { AxeResults, default as axe, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { twoFrames } from '../support/chromium'
import { atDepth } from '../support/depth'
import { photograph } from './photograph'

export const screens = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const
const widths = atDepth([320, 767, 1024], [320, 390, 640, 767, 768, 1024, 1180, 1440])
const spacedWidths = atDepth([320], [320, 768, 1440])

const standards: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
}
/** The themes differ only in colours, so only these rules can differ in the second one. */
const colours: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  resultTypes: ['violations'],
}

/** The values of WCAG 2.2, success criterion 1.4.12. */
const textSpacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }'

/** A target halfway under a sticky bar is not too small, although axe reports it. */
const barsInTheText = '.sticky { position: relative !important }'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Half the bytes of the package's `source`, which the browser compiles again on every page. */
const axeScript = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

export type ScreenName = keyof typeof screens

export type ThemeName = 'light' | 'dark'

export const auditScreen = async (
  page: Page,
  state: string,
  screen: ScreenName,
  themes: readonly ThemeName[],
): Promise<string[]> => {
  await page.evaluate(axeScript)
  const wrong: string[] = []
  for (const [turn, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme })
    await page.waitForFunction((theme) => getComputedStyle(document.documentElement).colorScheme === theme, colorScheme)
    await twoFrames(page)
    await photograph(page, `${state}-${screen}-${colorScheme}`)
    const results = await withStyles(page, barsInTheText, () =>
      page.evaluate((options) => window.axe.run(document, options), turn === 0 ? standards : colours),
    )
    wrong.push(...violationsIn(results).map((text) => `${screen} ${colorScheme}: ${text}`))
  }
  return wrong
}

/** Every width at which the page can be scrolled sideways, with its own spacing and with that of WCAG 1.4.12. */
export const auditWidths = async (page: Page): Promise<string[]> => {
  const wrong: string[] = []
  const measure = async (width: number, spacing: string) => {
    await page.setViewportSize({ width, height: 844 })
    await twoFrames(page)
    const culprits = await page.evaluate(overflowing)
    if (culprits.length > 0) wrong.push(`scrolls sideways at ${width} px${spacing}: ${culprits.join(' | ')}`)
  }
  for (const width of widths) await measure(width, '')
  await withStyles(page, textSpacing, async () => {
    for (const width of spacedWidths) await measure(width, ' with forced text spacing')
  })
  return wrong
}

const violationsIn = ({ violations }: AxeResults): string[] =>
  violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any, all, none, html }) => {
      const why = [...any, ...all, ...none].map(({ message }) => message).join('; ')
      return `${id} at ${target.join(' ')} (${html.slice(0, 120)}): ${why}`
    }),
  )

const withStyles = async <T>(page: Page, css: string, work: () => Promise<T>): Promise<T> => {
  const added = await page.evaluateHandle((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets.push(sheet)
    return sheet
  }, css)
  try {
    return await work()
  } finally {
    await added.evaluate((sheet) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    })
  }
}

/**
 * Runs in the page: the elements that reach furthest beyond its right edge; none if the page cannot be scrolled there.
 */
const overflowing = (): string[] => {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  return [...document.querySelectorAll('body *')]
    .map((element) => ({ element, right: element.getBoundingClientRect().right }))
    .filter(({ right }) => right > clientWidth + 0.5)
    .sort((one, other) => other.right - one.right)
    .slice(0, 3)
    .map(({ element, right }) => `${element.outerHTML.slice(0, 100)} ends at ${Math.round(right)}`)
    .concat(`page is ${scrollWidth} wide`)
}
