type Page = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>

/** Calls back at once and with each change whether somebody looks at this page. Returns the function that stops it. */
export const createWatchSight =
  (page: Page) =>
  (onSight: (isSeen: boolean) => void): (() => void) => {
    const tell = () => onSight(page.visibilityState === 'visible')
    page.addEventListener('visibilitychange', tell)
    tell()
    return () => page.removeEventListener('visibilitychange', tell)
  }

/** Calls back whenever the person looks at this page again. Returns the function that stops it. */
export const createWatchReturn =
  (page: Page) =>
  (onReturn: () => void): (() => void) => {
    const listen = () => {
      if (page.visibilityState === 'visible') onReturn()
    }
    page.addEventListener('visibilitychange', listen)
    return () => page.removeEventListener('visibilitychange', listen)
  }
