const { VITE_CONTACT_EMAIL, VITE_XPRESSAI_URL, VITE_AI_CHARACTERS_URL } = import.meta.env

export interface Door {
  href: string
  name: string
}

export const publicDoors: readonly Door[] = [
  { href: '/login', name: 'Log in' },
  { href: '/sign-up', name: 'Create an account' },
]
export const consoleDoors: readonly Door[] = [{ href: '/admin/home', name: 'Open console' }]

export const contactEmail: string = VITE_CONTACT_EMAIL || 'hello@example.com'
export const xpressAiUrl: string = VITE_XPRESSAI_URL || '/sign-up'
export const aiCharactersUrl: string = VITE_AI_CHARACTERS_URL || '/login'
