type Page = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>

export const createWatchVisibility =
  (page: Page) =>
  (onChange: (isSeen: boolean) => void): (() => void) => {
    const tell = () => onChange(page.visibilityState === 'visible')
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
