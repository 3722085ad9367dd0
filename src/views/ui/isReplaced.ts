let asking: Promise<boolean> | undefined

/**
 * Whether the server has another build by now than the one that this page came with: it keeps the files of its own alone,
 * and a script that the page names is called otherwise in each. False where nobody answers. What is missing at once asks once.
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

/** A server of files alone answers with the page what it does not have. */
const isGone = (url: string): Promise<boolean> =>
  fetch(url, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status, headers }) => status === 404 || headers.get('content-type')?.startsWith('text/html') === true,
    () => false,
  )
