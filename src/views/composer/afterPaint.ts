/** Runs once the browser has painted its next frame; soon, where it paints none, as in a tab that nobody sees. */
export const afterPaint = (run: () => void): void => {
  const hidden = setTimeout(run, 100)
  requestAnimationFrame(() => {
    clearTimeout(hidden)
    setTimeout(run)
  })
}
