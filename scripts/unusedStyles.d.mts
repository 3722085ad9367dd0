export const withoutUnused: (css: string) => string
