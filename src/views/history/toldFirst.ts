import type { MouseEvent } from 'react'

/**
 * Handlers of a link to X's page on which a person posts: the server is told of it before, by a click and by the
 * middle button, since it looks on X for nothing that it was not told of. What cannot be told now does not open.
 *
 * @param tell whether it could be told.
 */
export const toldFirst = (tell: () => boolean) => {
  const handle = (click: MouseEvent) => {
    const opensMenu = click.button === 2
    if (!opensMenu && !tell()) click.preventDefault()
  }
  return { onClick: handle, onAuxClick: handle }
}
