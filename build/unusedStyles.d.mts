export const withoutUnused: (css: string, html: string) => string
