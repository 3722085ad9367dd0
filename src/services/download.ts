/** Hands a text to the person as a file. */
export const createDownload = (page: Document) => (fileName: string, text: string, type: string) => {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = page.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  URL.revokeObjectURL(address)
}
