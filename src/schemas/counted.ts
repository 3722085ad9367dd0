/** "1 account", "12,345 accounts"; `plural` if it is not the noun with an s. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? noun : plural}`
