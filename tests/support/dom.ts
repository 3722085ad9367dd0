import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterAll, afterEach, expect, vi } from 'vitest'
import { keepCompositionKeys } from '../../src/boot/compositions'
import { rememberDisplay } from './computedStyle'

/** A busy machine takes its time to load late code. */
configure({ asyncUtilTimeout: 40_000 })

/**
 * A wait prints the page only into its last error, not into each of those before (a fifth of the time of the views'
 * tests). A member that the library's types leave out shows whether it waits; without that member, each error would
 * contain the page.
 */
const { getElementError } = getConfig()
const isWaiting = () => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
/** The library recognises its errors by this name, and then shows the test's own line. */
const name = 'TestingLibraryElementError'
configure({
  getElementError: (message, container) =>
    isWaiting() ? Object.assign(new Error(message ?? ''), { name }) : getElementError(message, container),
})

/** The server, which runs in the tests' own process, recognises its buffers by Node's class. */
Object.assign(globalThis, { ArrayBuffer: Buffer.alloc(0).buffer.constructor })

class ResizeObserverShim implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

let viewportWidth = 1440
const mediaLists = new Set<() => void>()

const matches = (query: string): boolean => {
  const min = /\(min-width:\s*([\d.]+)px\)/.exec(query)
  const max = /\((?:max-width:|width\s*<)\s*([\d.]+)px\)/.exec(query)
  if (!min && !max) return false
  return (!min || viewportWidth >= Number(min[1])) && (!max || viewportWidth < Number(max[1]) + 1)
}

/** Sets the page's width, in CSS pixels, for `matchMedia` and its listeners. */
export const setViewportWidth = (width: number): void => {
  viewportWidth = width
  for (const notify of mediaLists) notify()
}

const matchMedia = (query: string): MediaQueryList => {
  const target = new EventTarget()
  mediaLists.add(() => target.dispatchEvent(new Event('change')))
  return Object.assign(target, {
    media: query,
    get matches() {
      return matches(query)
    },
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  })
}

/** jsdom lacks the element's methods. */
const openDialog = function (this: HTMLDialogElement): void {
  this.open = true
}
const closeDialog = function (this: HTMLDialogElement): void {
  if (!this.open) return
  this.open = false
  this.dispatchEvent(new Event('close'))
}
Object.assign(HTMLDialogElement.prototype, { showModal: openDialog, close: closeDialog })

rememberDisplay(window)
vi.stubGlobal('ResizeObserver', ResizeObserverShim)
Object.defineProperty(window, 'matchMedia', { configurable: true, value: matchMedia })
Element.prototype.scrollIntoView = () => {}
Element.prototype.getAnimations = () => []
window.scrollTo = () => {}
keepCompositionKeys(window)

const forgetCookies = (): void => {
  for (const cookie of document.cookie.split('; ')) {
    if (cookie) Object.assign(document, { cookie: `${cookie.split('=')[0]}=; path=/; max-age=0` })
  }
}

/** The next file uses the same modules: one whose loading ends with this page would be broken there. */
afterAll(() => vi.dynamicImportSettled())

afterEach(() => {
  cleanup()
  mediaLists.clear()
  viewportWidth = 1440
  localStorage.clear()
  sessionStorage.clear()
  forgetCookies()
  const drawn = [...document.body.children].filter((each) => each.childElementCount > 0)
  document.body.replaceChildren()
  expect(drawn, 'left in the page by this test').toEqual([])
})
