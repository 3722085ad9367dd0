import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'

/** Headless Chromium comes first: it takes half of the processor time for the same pages. */
const candidates = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const find = () => candidates.find((path) => path !== undefined && existsSync(path))

const install = () => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => spawnSync('apt-get', ['-qq', ...args], { stdio: 'inherit', env }).status === 0
  const add = (name: string) => apt('install', '-y', '--no-install-recommends', name)
  apt('update')
  if (!add('chromium-headless-shell')) add('chromium')
}

/** The machine's Chrome or Chromium; without one, Debian's is installed first (as root). */
export const chromiumPath = (): string => {
  if (!find()) install()
  const path = find()
  if (!path) throw new Error('No Chrome or Chromium found: install one, or name it in CHROMIUM_PATH')
  return path
}

export const onLaunch = new Set<(browser: Browser) => void>()

export const launchChromium = async (...flags: string[]): Promise<Browser> => {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      // Letters get the width that they have in a window.
      '--font-render-hinting=none',
      ...flags,
    ],
  })
  for (const listen of onLaunch) listen(browser)
  return browser
}

/**
 * Waits until the page has been drawn as it is now, at most two seconds: once in thousands of changes of the size
 * Chromium draws nothing until another page is opened.
 */
export const twoFrames = (page: Page): Promise<void> =>
  page.evaluate(() =>
    Promise.race([
      new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
      new Promise<void>((resolve) => setTimeout(resolve, 2000)),
    ]),
  )
