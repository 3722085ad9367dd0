/**
 * Asks again every 2 s, until it is there, for a stylesheet that could not be fetched. Vite (8.3) waits for one with
 * its chunk's first request alone: the next request for that chunk draws it without its styles.
 */
export const retryStylesheets = (window: Window): void => {
  const onError = ({ target: link }: Event) => {
    if (!(link instanceof HTMLLinkElement) || link.rel !== 'stylesheet') return
    setTimeout(() => link.replaceWith(link.cloneNode()), 2000)
  }
  window.addEventListener('error', onError, true)
}
