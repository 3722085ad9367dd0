import { type DeliveringServer, startDeliveringServer } from './deliveringServer'

export const path = '/ai-roles/1/saved-replies'
export const thanks = { name: 'Thanks', kind: 'opening', text: 'Thank you, {handle}!' }
/** Without a place for the author's name. */
export const plain = { ...thanks, text: 'Thank you!' }
export const whole = { name: 'Read on', kind: 'reply', text: 'It is all in the pinned post.' }

/** A server with one character and one media agent, and a page that knows the command by which text is put in. */
export const startSavedReplies = async (): Promise<DeliveringServer> => {
  const server = await startDeliveringServer()
  await server.furnish(['ada'])
  localStorage.setItem('auto-comment-bot.operator', '0123456789abcdef')
  /** jsdom has none; undoing what it puts in is proven in a browser. */
  Object.assign(document, { execCommand: () => false })
  return server
}

export const endSavedReplies = async (server: DeliveringServer): Promise<void> => {
  Reflect.deleteProperty(document, 'execCommand')
  await server.close()
}

/** Of the character with the id 1. */
export const saveReplies = async ({ me }: DeliveringServer, ...all: object[]): Promise<void> => {
  for (const each of all) await me.call('POST', path, each)
}
