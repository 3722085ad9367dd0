import { useEffect, useState } from 'react'
import { type Theme, useDevice } from './deviceContext'

export const themes: readonly Theme[] = ['light', 'dark', 'system']

/** The chosen theme. `public/theme.js` sets the same attribute when a page begins; without it the system's is shown. */
export const useTheme = (): [Theme, (theme: Theme) => void] => {
  const { preferences } = useDevice()
  const [theme, setTheme] = useState(() => preferences.theme())
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }, [theme])
  return [
    theme,
    (next) => {
      setTheme(next)
      preferences.setTheme(next)
    },
  ]
}
