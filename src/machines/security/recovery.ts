import { service } from '../crud/service'

/** Resolves when another load may succeed. */
export const untilBack = service<void>('untilBack')

export const recovery = { id: 'back', src: 'untilBack', onDone: 'loading', onError: {} } as const
