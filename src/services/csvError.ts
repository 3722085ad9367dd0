/** A file that cannot be imported; `detail` is the reason in words for the operator, where there is one. */
export class CsvError extends Error {
  override readonly name = 'CsvError'
  constructor(readonly detail: string | undefined) {
    super(detail)
  }
}
