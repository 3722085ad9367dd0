import { type ComponentType, type LazyExoticComponent, lazy as reactLazy, useEffect, useState } from 'react'
import { isReplaced } from './isReplaced'
import { whenIdle } from './whenIdle'

/** A component whose code comes when it is first shown, or before. Show it below a Suspense and an ErrorBoundary. */
export type Lazy<TProps> = ComponentType<TProps> & {
  /** Asks for the code ahead, and never rejects: where it did not arrive, showing the component asks again. */
  preload: () => Promise<void>
  hasArrived: () => boolean
}

/** The code of a part of the page could not be fetched. `forget` makes the next showing ask for it again. */
export class NotArrived extends Error {
  override readonly name = 'NotArrived'
  constructor(
    readonly forget: () => void,
    /** Only a reload brings it. */
    readonly isReplaced: boolean,
    cause: unknown,
  ) {
    super('A part of the page could not be loaded', { cause })
  }

  get advice(): string {
    return this.isReplaced
      ? 'The console was updated since this page was opened. Reload it to go on.'
      : 'Check the connection, then try again.'
  }
}

/** What `useWarmUp` asks for: windows that may open over the screens whose code is here. */
const warmable: (() => Promise<void>)[] = []

/** `warm`: comes once the screen is there and the browser idle, so that nobody waits for it. */
export const lazy = <TProps extends object>(
  load: () => Promise<{ default: ComponentType<TProps> }>,
  { warm = false } = {},
): Lazy<TProps> => {
  let arrived: ComponentType<TProps> | undefined
  let arriving: Promise<{ default: ComponentType<TProps> }> | undefined
  let awaiting: LazyExoticComponent<ComponentType<TProps>> | undefined

  const forget = () => {
    arriving = undefined
    awaiting = undefined
  }
  const fetchOnce = async () => {
    try {
      const module = await load()
      arrived = module.default
      return module
    } catch (error) {
      throw new NotArrived(forget, await isReplaced(), error)
    }
  }
  const arrival = () => {
    arriving ??= fetchOnce()
    return arriving
  }
  const awaited = () => {
    awaiting ??= reactLazy(arrival)
    return awaiting
  }
  const preload = () => arrival().then(() => undefined, forget)
  const LazyComponent = (props: TProps) => {
    const [Component] = useState(() => arrived ?? awaited())
    return <Component {...props} />
  }
  if (warm) warmable.push(preload)
  return Object.assign(LazyComponent, { preload, hasArrived: () => arrived !== undefined })
}

/** Once a screen shows what it is for (`ready`), asks for what may open over it, when the browser is idle. */
export const useWarmUp = (ready: boolean): void => {
  useEffect(() => {
    if (!ready) return
    return whenIdle(() => {
      for (const preload of warmable) void preload()
    })
  }, [ready])
}
