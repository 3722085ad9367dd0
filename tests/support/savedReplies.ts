import { type DeliveringServer, startDeliveringServer } from './deliveringServer'

export const path = '/ai-roles/1/saved-replies'
export const thanks = { name: 'Thanks', kind: 'opening', text: 'Thank you, {handle}!' }
export const plain = { ...thanks, text: 'Thank you!' }
export const whole = { name: 'Read on', kind: 'reply', text: 'It is all in the pinned post.' }

/** A server with one character and one media agent, on a page that has the edit command. */
export const startSavedReplies = async (): Promise<DeliveringServer> => {
  const server = await startDeliveringServer()
  await server.furnish(['ada'])
  localStorage.setItem('auto-comment-bot.operator', '0123456789abcdef')
  /** jsdom has none; a test in Chromium covers Undo. */
  Object.assign(document, { execCommand: () => false })
  return server
}

export const endSavedReplies = async (server: DeliveringServer): Promise<void> => {
  Reflect.deleteProperty(document, 'execCommand')
  await server.close()
}

export const saveReplies = async ({ me }: DeliveringServer, ...all: object[]): Promise<void> => {
  for (const each of all) await me.call('POST', path, each)
}
