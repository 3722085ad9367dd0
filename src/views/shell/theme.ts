import { useEffect, useSyncExternalStore } from 'react'
import { type Theme, themes } from '../../schemas/shell/theme'
import { useDevice } from './deviceContext'

export const choices: readonly Theme[] = [...themes, 'system']

/** Pages from the server begin with the same attribute; without it the system's theme applies. */
export const useTheme = (): [Theme, (theme: Theme) => void] => {
  const { preferences } = useDevice()
  const theme = useSyncExternalStore(preferences.watchTheme, preferences.theme, preferences.theme)
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }, [theme])
  return [theme, preferences.setTheme]
}
