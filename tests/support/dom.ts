import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterEach, expect, vi } from 'vitest'
import { keepCompositionKeys } from '../../src/boot/compositions'
import { rememberDisplay } from './computedStyle'

/** A machine that is busy with other tests takes its time to fetch what comes late. */
configure({ asyncUtilTimeout: 40_000 })

/**
 * The page is printed into an error that a test ends with, not into each of those that a wait passes over (a fifth of
 * the time of the views' tests): when a wait gives up, the library asks for the error once more, with the page. Whether
 * it waits it says in a member that its types leave out; were that gone, each error would have the page again.
 */
const { getElementError } = getConfig()
const isWaiting = () => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
/** By this name the library knows the errors of which it shows the test's own line. */
const name = 'TestingLibraryElementError'
configure({
  getElementError: (message, container) =>
    isWaiting() ? Object.assign(new Error(message ?? ''), { name }) : getElementError(message, container),
})

/** Node's own again: the server, which runs in the tests' own process, knows its buffers by it. */
Object.assign(globalThis, { ArrayBuffer: Buffer.alloc(0).buffer.constructor })

/** What jsdom lacks and the views ask for. */
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

/** Lays the page out at this width, in CSS pixels, for `matchMedia` and its listeners. */
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

/** jsdom knows the element, not its methods: enough of them for opening, closing and the close event. */
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
