import { useEffect, useState } from 'react'
import { type Theme, useDevice } from './deviceContext'
import { useMedia } from './media'

export const themes: readonly Theme[] = ['light', 'dark', 'system']

/** The chosen theme. `public/theme.js` has set the same attribute before the first paint. */
export const useTheme = (): [Theme, (theme: Theme) => void] => {
  const { preferences } = useDevice()
  const [theme, setTheme] = useState(() => preferences.theme())
  const systemIsDark = useMedia('(prefers-color-scheme: dark)')
  const shown = theme === 'system' ? (systemIsDark ? 'dark' : 'light') : theme
  useEffect(() => {
    document.documentElement.dataset.theme = shown
  }, [shown])
  return [
    theme,
    (next) => {
      setTheme(next)
      preferences.setTheme(next)
    },
  ]
}
