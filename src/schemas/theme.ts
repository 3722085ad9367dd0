/** The themes that a page may be written in; without one of them it follows the system's. */
export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number] | 'system'

/** The theme that somebody has chosen instead of the system's, from the cookies of a request or of a page. */
export const chosenTheme = (cookies = '') => themes.find((theme) => cookies.split('; ').includes(`theme=${theme}`))

/** What `document.cookie` is set to, so that the server answers with pages in this theme: for a year. */
export const themeCookie = (theme: Theme): string => `theme=${theme}; path=/; max-age=31536000; samesite=lax`
