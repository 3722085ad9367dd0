/** Hands a CSV text to the person as a file. */
export const createDownload = (page: Document) => (fileName: string, csv: string) => {
  const address = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }))
  const link = page.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  URL.revokeObjectURL(address)
}
