import { type ComponentType, type LazyExoticComponent, lazy as reactLazy, useEffect, useState } from 'react'
import * as words from '../../../schemas/shell/shell.words'
import { isReplaced } from '../isReplaced'
import { whenIdle } from '../whenIdle'

export type Lazy<TProps> = ComponentType<TProps> & {
  /** Never rejects; showing the component retries. */
  preload: () => Promise<void>
  hasArrived: () => boolean
}

/** `forget` makes the next showing request the code again. */
export class NotArrived extends Error {
  override readonly name = 'NotArrived'
  constructor(
    readonly forget: () => void,
    /** Only a reload helps. */
    readonly isReplaced: boolean,
    cause: unknown,
  ) {
    super(words.partNotLoaded, { cause })
  }

  get advice(): string {
    return this.isReplaced ? words.consoleUpdated : words.checkConnection
  }
}

const warmable: (() => Promise<void>)[] = []

/** `warm`: loads once the screen is drawn and the browser idle. */
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

export const useWarmUp = (ready: boolean): void => {
  useEffect(() => {
    if (!ready) return
    return whenIdle(() => {
      for (const preload of warmable) void preload()
    })
  }, [ready])
}
