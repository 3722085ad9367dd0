export class CsvError extends Error {
  override readonly name = 'CsvError'
  constructor(readonly detail: string | undefined) {
    super(detail)
  }
}
