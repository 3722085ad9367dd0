export const changelogProblems: (text: string, version: string) => string[]
