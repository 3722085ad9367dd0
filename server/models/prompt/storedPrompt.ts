import type { Message } from './prompt'

/** Approximate bytes of JSON per stored prompt. Text that JSON must escape may take twice as many. */
const mostBytes = 64 * 1024
const bytesPerUnit = 3

/** Shortens a prompt for storage as JSON: the middle of messages that are too long is left out. */
export const storedPrompt = (messages: readonly Message[]): string => {
  const whole = JSON.stringify(messages)
  if (Buffer.byteLength(whole) <= mostBytes) return whole
  const share = Math.floor(mostBytes / bytesPerUnit / messages.length)
  return JSON.stringify(messages.map(({ role, content }) => ({ role, content: shortened(content, share) })))
}

const shortened = (text: string, most: number): string => {
  if (text.length <= most) return text
  const half = Math.floor(most / 2)
  const left = (text.length - 2 * half).toLocaleString('en')
  return `${text.slice(0, half)}\n[${left} characters are not kept here]\n${text.slice(-half)}`.toWellFormed()
}
