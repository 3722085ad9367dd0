import { setTimeout as delay } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { type Draft, emptyComposerForm } from '../src/schemas/composer/draft'
import { messages } from '../src/schemas/messages'
import { draftKey } from '../src/services/storage/storageKeys'
import { link } from '../tests/e2e/furnished'
import { crew, emptyQueue, insertReplies } from './batch'
import { type Furnishing, withProduct } from './furnishing'
import { openTab, type Tab } from './tab'
import { desktop, median } from './visit'

const batches = [10, 200]
const rounds = 21
/** A person needs at least this time to find the button. */
const restMillis = 100
const wanted = { frames: 1, ratio: 1.2 }

interface Seen {
  /** Frames from the click to the first that shows the busy button. */
  frames: number
  /** Milliseconds from the click until that frame is drawn. */
  busy: number
  /** Milliseconds from the click until the success message is drawn. */
  confirmed: number
}

declare global {
  interface Window {
    sendSeen: Promise<Seen>
  }
}

type Reply = Awaited<ReturnType<typeof insertReplies>>[number]

/**
 * Measures a click on Batch Send beside a page with only a button that sends the same request, alternating on the same
 * server.
 */
export const benchSend = (browser: Browser): Promise<void> =>
  withProduct(async (furnishing) => {
    const most = Math.max(...batches)
    const replies = await insertReplies(furnishing, most, 2 * rounds * batches.reduce((sum, size) => sum + size, 0))
    const role = await furnishing.operator.call<{ id: number }>('POST', '/ai-roles', roleBody)
    const rows: Record<string, Record<string, number | string>> = {}
    for (const size of batches) {
      const seen: Record<'console' | 'floor', Seen[]> = { console: [], floor: [] }
      for (let round = 0; round < rounds; round++) {
        seen.console.push(await sendInConsole(browser, furnishing, replies.splice(0, size), role.id))
        await emptyQueue(furnishing)
        seen.floor.push(await sendInFloor(browser, furnishing, replies.splice(0, size)))
        await emptyQueue(furnishing)
      }
      const middle = (of: Seen[], name: keyof Seen) => median(of.map((each) => each[name]))
      rows[`${size} replies`] = {
        'frames to busy': middle(seen.console, 'frames'),
        'busy, ms': Math.round(middle(seen.console, 'busy')),
        'sent, ms': Math.round(middle(seen.console, 'confirmed')),
        'floor: frames': middle(seen.floor, 'frames'),
        'busy, ms ': Math.round(middle(seen.floor, 'busy')),
        'sent, ms ': Math.round(middle(seen.floor, 'confirmed')),
        ratio: Number((middle(seen.console, 'confirmed') / middle(seen.floor, 'confirmed')).toFixed(2)),
      }
    }
    await furnishing.close()
    console.log(`\nFrom the click on Batch Send until a frame shows it, medians of ${rounds} in turn`)
    console.log(`Wanted: busy in ${wanted.frames} frame, sent after at most ${wanted.ratio} times the floor's time`)
    console.table(rows)
  })

const roleBody = {
  name: 'Mara',
  model_name: 'gpt-4o-mini',
  category: 'bench',
  system_prompt: 'Answer.',
  background_story: 'None.',
  version: '1',
  language: 'English',
}

const sendInConsole = (browser: Browser, { product, operator }: Furnishing, replies: Reply[], role: number) =>
  inFreshPage(browser, `${product.url}/admin/home`, 'Batch Send', {
    access_token: operator.token,
    [draftKey('')]: JSON.stringify({
      version: 1,
      draft: {
        mode: 'batch',
        form: { ...emptyComposerForm, tweet_url: link, role_id: String(role), group_name: crew },
        post: { tweet_id: '1991427730554880217', tweet_url: link },
        replies: replies.map((reply) => ({ ...reply, generated: reply.content })),
      } satisfies Draft,
    }),
  })

const sendInFloor = (browser: Browser, { product, operator }: Furnishing, replies: Reply[]) =>
  inFreshPage(browser, `${product.url}/healthz`, 'Send', {}, (tab) =>
    tab.run(showButton, {
      token: operator.token,
      body: JSON.stringify({ reply_ids: replies.map(({ reply_id }) => reply_id), group_name: crew }),
      sent: messages.reply.posted,
    }),
  )

const inFreshPage = async (
  browser: Browser,
  url: string,
  button: string,
  stored: Record<string, string>,
  prepare: (tab: Tab) => Promise<void> = async () => undefined,
): Promise<Seen> => {
  const tab = await openTab(browser, desktop)
  await tab.runFirst((each) => void Object.assign(localStorage, each), stored)
  await tab.send('Page.navigate', { url })
  await prepare(tab)
  await tab.until(isReady, button)
  await delay(1000)
  await tab.run(watchClick, messages.reply.posted)
  await tab.click(button, { millis: restMillis })
  const seen = await tab.run(() => window.sendSeen, undefined)
  await tab.close()
  return seen
}

/** Runs in the page. */
const isReady = (button: string): boolean =>
  [...document.querySelectorAll('button')].some(({ textContent, disabled }) => textContent === button && !disabled)

/** Runs in the page: looks at each frame before it is drawn, and takes the time afterwards. */
const watchClick = (sent: string): void => {
  const drawn = (): Promise<number> =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now())
      port2.postMessage(0)
    })
  window.sendSeen = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`The page does not show ${sent}`)), 30_000)
    addEventListener(
      'click',
      ({ timeStamp }) => {
        let frames = 0
        let busy: Promise<{ frames: number; millis: number }> | undefined
        const look = () => {
          frames += 1
          if (!busy && document.querySelector('[aria-busy=true]')) {
            const shown = frames
            busy = drawn().then((now) => ({ frames: shown, millis: now - timeStamp }))
          }
          if (document.body.textContent?.includes(sent)) {
            void Promise.all([busy, drawn()]).then(([first, now]) =>
              resolve({
                frames: first?.frames ?? Number.NaN,
                busy: first?.millis ?? Number.NaN,
                confirmed: now - timeStamp,
              }),
            )
          } else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      },
      { capture: true, once: true },
    )
  })
}

/** Runs in the page: a button, its busy label, the request, and its outcome. */
const showButton = ({ token, body, sent }: { token: string; body: string; sent: string }): void => {
  const button = document.createElement('button')
  button.textContent = 'Send'
  button.onclick = async () => {
    button.disabled = true
    button.ariaBusy = 'true'
    button.textContent = 'Sending'
    const response = await fetch('/api/v1/twitter/tweet/batch-post-replies', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body,
    })
    await response.json()
    button.textContent = response.ok ? sent : 'Refused'
  }
  document.body.replaceChildren(button)
}
