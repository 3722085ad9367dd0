import { setTimeout as delay } from 'node:timers/promises'

/**
 * Connects an account on X's consent page as a browser would.
 *
 * @returns the outcome, undefined if the server was gone.
 */
export const consentAs = async (
  url: string,
  call: <T>(method: string, path: string, body?: unknown) => Promise<T>,
  start: (body: object) => Promise<Response | undefined>,
  username: string,
): Promise<string | undefined> => {
  const begun = await start({ group: 'Torture' })
  if (!begun?.ok) return undefined
  const cookie = (begun.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
  const { authorize_url } = (await begun.json()) as { authorize_url: string }
  const asked = new URL(authorize_url)
  const form = new URLSearchParams([...asked.searchParams, ['decision', 'authorize'], ['username', username]])
  const decided = await fetch(`${asked.origin}${asked.pathname}`, { method: 'POST', body: form, redirect: 'manual' })
  const { search } = new URL(decided.headers.get('location') ?? '')
  const back = await fetch(`${url}/api/v1/x/callback${search}`, { headers: { cookie }, redirect: 'manual' })
  const id = back.headers.get('location')?.split('=')[1] ?? ''
  if (id === 'unknown') return undefined
  for (;;) {
    const { outcome } = await call<{ outcome: string | null }>('GET', `/x/consents/${id}`)
    if (outcome !== null) return outcome
    await delay(50)
  }
}
