/** Without a choice, a page follows the system's theme. */
export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number] | 'system'

/** `cookies`: the Cookie header or `document.cookie`. */
export const chosenTheme = (cookies = '') => themes.find((theme) => cookies.split('; ').includes(`theme=${theme}`))

/** For `document.cookie`, valid for a year. The server then sends pages in this theme. */
export const themeCookie = (theme: Theme): string => `theme=${theme}; path=/; max-age=31536000; samesite=lax`
