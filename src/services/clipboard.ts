/** `find` is asked at each copy; it answers undefined where the page is not served from a secure origin: writing then rejects. */
export const createClipboard = (find: () => Pick<Clipboard, 'writeText'> | undefined) => ({
  write: async (text: string): Promise<void> => {
    const clipboard = find()
    if (!clipboard) throw new Error('This browser gives the page no clipboard')
    await clipboard.writeText(text)
  },
})
