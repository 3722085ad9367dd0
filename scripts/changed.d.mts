export interface Known {
  imports: Map<string, string[]>
  took: Map<string, number>
  seconds: number
}
export const changedFiles: () => string[]
export const testsTouchedBy: (changed: string[], known: Known) => { chosen: string[]; left: string[] }
export const readImports: () => Map<string, string[]>
export const readDurations: () => Map<string, number>
