/**
 * Retries a stylesheet every 2 s. Vite (8.3) waits for it only with the first request of its chunk; the next request
 * would draw without styles.
 */
export const retryStylesheets = (window: Window): void => {
  const onError = ({ target: link }: Event) => {
    if (!(link instanceof HTMLLinkElement) || link.rel !== 'stylesheet') return
    setTimeout(() => link.replaceWith(link.cloneNode()), 2000)
  }
  window.addEventListener('error', onError, true)
}
