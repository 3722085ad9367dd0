import type { MouseEvent } from 'react'

/**
 * Handlers for a link to X's page. They report the click to the server first, because it checks X only for posts that
 * were opened. If the report is not possible now, the page does not open.
 * @param report returns true if it sent the report
 */
export const reportFirst = (report: () => boolean) => {
  const handle = (click: MouseEvent) => {
    const opensMenu = click.button === 2
    if (!opensMenu && !report()) click.preventDefault()
  }
  return { onClick: handle, onAuxClick: handle }
}
