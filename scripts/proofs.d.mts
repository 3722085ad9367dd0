export interface Row {
  sentence: string
  proofs: { file: string; name: string }[]
}
export interface Report {
  testResults: { name: string; assertionResults: { title: string; status: string }[] }[]
}
export const readRows: () => Row[]
export const unprovenRows: (rows: Row[], reports: Report[]) => string[]
