const accounts = fetch('/accounts.json').then((response) => response.json())
const { draw } = await import('./table')
draw(await accounts)

export {}
