import { service } from './service'

/** Answers once what could not be loaded may be there after all. To be provided. */
export const untilBack = service<void>('untilBack')

/** What a state runs whose machine could not load what it is about: it goes on to `loading` by itself. */
export const recovery = { id: 'back', src: 'untilBack', onDone: 'loading', onError: {} } as const
