import type { Message } from './prompt'

/** Bytes of JSON that one kept prompt may take, roughly: text that JSON has to escape may take up to twice as many. */
const mostBytes = 64 * 1024
const bytesPerUnit = 3

/** What is kept of a prompt, as JSON: all of it, or of each message that is too long its beginning and its end. */
export const keptPrompt = (messages: readonly Message[]): string => {
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
