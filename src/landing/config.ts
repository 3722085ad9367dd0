const { VITE_CONTACT_EMAIL, VITE_XPRESSAI_URL, VITE_AI_CHARACTERS_URL } = import.meta.env

/** Set when the console is built. Without them visitors come to this console's own pages. */
export const contactEmail: string = VITE_CONTACT_EMAIL || 'hello@example.com'
export const xpressAiUrl: string = VITE_XPRESSAI_URL || '/sign-up'
export const aiCharactersUrl: string = VITE_AI_CHARACTERS_URL || '/login'
