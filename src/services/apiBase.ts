export const apiBase: string = import.meta.env.VITE_API_BASE_URL || '/api/v1'
