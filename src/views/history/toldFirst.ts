import type { MouseEvent } from 'react'

/**
 * Handlers for a link to X's page. The server learns of the click first, by any button that opens the page, because it
 * only checks X for posts that were opened. If that is not possible now, the page does not open.
 *
 * @param tell returns whether the server could be told
 */
export const toldFirst = (tell: () => boolean) => {
  const handle = (click: MouseEvent) => {
    const opensMenu = click.button === 2
    if (!opensMenu && !tell()) click.preventDefault()
  }
  return { onClick: handle, onAuxClick: handle }
}
