{
  const system = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    let saved = ''
    try {
      saved = localStorage.getItem('theme') ?? ''
    } catch {}
    const dark = saved ? saved === '"dark"' : system.matches
    document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  }
  apply()
  system.addEventListener('change', apply)
}
