/** `clipboard` is undefined where the page is not served from a secure origin; writing then rejects. */
export const createClipboard = (clipboard: Pick<Clipboard, 'writeText'> | undefined) => ({
  write: async (text: string): Promise<void> => {
    if (!clipboard) throw new Error('This browser gives the page no clipboard')
    await clipboard.writeText(text)
  },
})
