/** Where the focus goes when nothing nearer is left for it. */
export const pageHeading = (): HTMLElement | null => document.querySelector('main h1')
