type Page = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>

export const createWatchSight =
  (page: Page) =>
  (onSight: (isSeen: boolean) => void): (() => void) => {
    const tell = () => onSight(page.visibilityState === 'visible')
    page.addEventListener('visibilitychange', tell)
    tell()
    return () => page.removeEventListener('visibilitychange', tell)
  }

export const createWatchReturn =
  (page: Page) =>
  (onReturn: () => void): (() => void) => {
    const listen = () => {
      if (page.visibilityState === 'visible') onReturn()
    }
    page.addEventListener('visibilitychange', listen)
    return () => page.removeEventListener('visibilitychange', listen)
  }
