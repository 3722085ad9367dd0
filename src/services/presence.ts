type Page = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>

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
