export const formMessages = { updating: 'Updating in...' } as const
