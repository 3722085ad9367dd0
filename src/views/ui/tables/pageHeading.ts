export const pageHeading = (): HTMLElement | null => document.querySelector('main h1')
