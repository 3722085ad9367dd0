/* The system's theme is the stylesheet's: only a choice is told here. */
try {
  const chosen = JSON.parse(localStorage.getItem('theme') ?? 'null')
  if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset.theme = chosen
} catch {}
