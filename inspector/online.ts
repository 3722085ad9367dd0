import type { Recorder } from '../src/recording/recorder'
import { inspectorPath } from './channel'
import type { StatelyInspector } from './stately'

export const statelyUrl = 'https://stately.ai/inspect'
export const statelyWindow = 'xstateinspector'

const patience = 3000

/**
 * Opens the Stately inspector, or this repository's inspector if the former is unreachable. It is requested first,
 * because a browser reports any network as online.
 */
export const createOnlineInspector = (recorder: Recorder, page: Window, most: number): { open(): Promise<void> } => {
  let inspector: Promise<StatelyInspector> | undefined
  let isOpening = false
  const start = async () => (await import('./stately')).startStately(recorder, page, most)
  const open = async () => {
    if (inspector) return (await inspector).show()
    /** A browser lets a page open a window only while the key is pressed. */
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
