/** Runs after the next painted frame, or soon in a hidden tab, which paints nothing. */
export const afterPaint = (run: () => void): void => {
  const hidden = setTimeout(run, 100)
  requestAnimationFrame(() => {
    clearTimeout(hidden)
    setTimeout(run)
  })
}
