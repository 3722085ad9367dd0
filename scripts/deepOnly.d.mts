export const deepOnly: readonly string[]
