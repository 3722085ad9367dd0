const link = document.createElement('a')
link.href = '#table'
link.textContent = 'Media Agent'
document.body.append(link)

let ahead: Promise<[typeof import('./table'), Response]> | undefined
const ask = () => {
  ahead ??= Promise.all([import('./table'), fetch('/accounts.json')])
  return ahead
}
link.addEventListener('pointerenter', ask)
link.addEventListener('click', async (event) => {
  event.preventDefault()
  const [{ draw }, response] = await ask()
  draw(await response.json())
})

export {}
