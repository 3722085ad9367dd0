import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, CDPSession } from 'playwright-core'

export interface Viewport {
  width: number
  height: number
}

/**
 * A tab with its own storage and cache, driven by bare commands. Playwright's pages switch on V8's inspector, which
 * reads a script again for the stack of each error; React makes five at its start.
 */
export interface Tab {
  send: CDPSession['send']
  /** Runs in the page: `act` and `input` are sent as text. Rejects with the error that `act` threw. */
  run<Input, Output>(act: (input: Input) => Output | Promise<Output>, input: Input): Promise<Output>
  /** Runs before anything else in each page from now on: `act` and `input` are sent as text. */
  runFirst<Input>(act: (input: Input) => void, input: Input): Promise<void>
  /** Resolves when `act` answers true in the page, checked every 100 ms; rejects after a minute. */
  until<Input>(act: (input: Input) => boolean, input: Input): Promise<void>
  /** Rests the pointer on the middle of the first link or button (not a tab) with that text, and clicks it. */
  click(text: string, rest: { millis: number }): Promise<void>
  close(): Promise<void>
}

const patience = { millis: 60_000, stepMillis: 100 }

const callOf = <Input>(act: (input: Input) => unknown, input: Input): string =>
  `(${act})(${JSON.stringify(input) ?? 'undefined'})`

export const openTab = async (browser: Browser, viewport: Viewport): Promise<Tab> => {
  const session = await browser.newBrowserCDPSession()
  const { browserContextId } = await session.send('Target.createBrowserContext')
  const { targetId } = await session.send('Target.createTarget', { url: 'about:blank', browserContextId })
  const send = await speakTo(session, targetId)
  const run: Tab['run'] = async (act, input) => {
    const { result, exceptionDetails } = await send('Runtime.evaluate', {
      expression: callOf(act, input),
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }
  await send('Page.enable')
  await send('Network.enable')
  await send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor: 1, mobile: false })
  return {
    send,
    run,
    runFirst: async (act, input) => {
      await send('Page.addScriptToEvaluateOnNewDocument', { source: callOf(act, input) })
    },
    until: async (act, input) => {
      for (let waited = 0; waited < patience.millis; waited += patience.stepMillis) {
        if (await run(act, input)) return
        await delay(patience.stepMillis)
      }
      throw new Error(`Not true after ${patience.millis} ms: ${act}`)
    },
    click: async (text, { millis }) => {
      const at = await run(middleOf, text)
      const button = { ...at, button: 'left', clickCount: 1 } as const
      await send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...at })
      await delay(millis)
      await send('Input.dispatchMouseEvent', { type: 'mousePressed', ...button })
      await send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...button })
    },
    close: async () => {
      await session.send('Target.disposeBrowserContext', { browserContextId })
      await session.detach()
    },
  }
}

/** Runs in the page. */
const middleOf = (text: string): { x: number; y: number } => {
  const clickable = document.querySelectorAll('a, button:not([role])')
  const named = [...clickable].find(({ textContent }) => textContent === text)
  if (!named) throw new Error(`Nothing to click is called ${text}`)
  named.scrollIntoView({ block: 'nearest' })
  const { x, y, width, height } = named.getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
}

/** Sends commands to one target as messages inside those to the browser; answers come back the same way. */
const speakTo = async (session: CDPSession, targetId: string): Promise<CDPSession['send']> => {
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false })
  const asked = new Map<number, (answer: string) => void>()
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id } = JSON.parse(message)
    asked.get(id)?.(message)
    asked.delete(id)
  })
  let last = 0
  return (method, params) =>
    new Promise((resolve, reject) => {
      last += 1
      asked.set(last, (answer) => {
        const { result, error } = JSON.parse(answer)
        if (error) reject(new Error(`${method}: ${error.message}`))
        else resolve(result)
      })
      const message = JSON.stringify({ id: last, method, params })
      session.send('Target.sendMessageToTarget', { sessionId, message }).catch(reject)
    })
}
