import type { Recorder } from '../src/recording/recorder'
import { inspectorPath } from './channel'
import type { StatelyInspector } from './stately'

export const statelyUrl = 'https://stately.ai/inspect'
/** The window that `@statelyai/inspect` opens. */
export const statelyWindow = 'xstateinspector'

const patience = 3000

/**
 * The way to the Stately inspector. Whether it can be reached is asked for, since a browser says that it is online in any
 * network. Where it cannot be, the window shows the inspector of this repository.
 */
export const createOnlineInspector = (recorder: Recorder, page: Window, kept: number): { open(): Promise<void> } => {
  let inspector: Promise<StatelyInspector> | undefined
  let isOpening = false
  const start = async () => (await import('./stately')).startStately(recorder, page, kept)
  const open = async () => {
    if (inspector) return (await inspector).show()
    /** At once: a browser lets a page open a window only while the key is pressed. */
    const shown = page.open('', statelyWindow)
    if (await isReachable(page)) inspector = start()
    else shown?.location.replace(inspectorPath)
    await inspector
  }
  return {
    open: async () => {
      if (isOpening) return
      isOpening = true
      await open().finally(() => {
        isOpening = false
      })
    },
  }
}

const isReachable = (page: Window): Promise<boolean> =>
  page.fetch(statelyUrl, { mode: 'no-cors', cache: 'no-store', signal: AbortSignal.timeout(patience) }).then(
    () => true,
    () => false,
  )
