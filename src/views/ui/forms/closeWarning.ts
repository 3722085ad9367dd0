import { useEffect } from 'react'

export const useCloseWarning = (unfinished: boolean): void => {
  useEffect(() => {
    if (!unfinished) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [unfinished])
}
