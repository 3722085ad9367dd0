let asking: Promise<boolean> | undefined

/**
 * The server keeps only its own build's files, whose names differ in each build. False if nobody answers. Simultaneous
 * failures ask once.
 */
export const isReplaced = (): Promise<boolean> => {
  asking ??= askForOwn().finally(() => {
    asking = undefined
  })
  return asking
}

const askForOwn = async (): Promise<boolean> => {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')]
  const gone = await Promise.all(scripts.map(({ src }) => isGone(src)))
  return gone.includes(true)
}

/** A static file server answers missing files with the page. */
const isGone = (url: string): Promise<boolean> =>
  fetch(url, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status, headers }) => status === 404 || headers.get('content-type')?.startsWith('text/html') === true,
    () => false,
  )
