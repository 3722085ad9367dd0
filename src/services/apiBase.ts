/** Where the API lives, as the console was built: a path of its own origin, or another provider's address. */
export const apiBase: string = import.meta.env.VITE_API_BASE_URL || '/api/v1'
