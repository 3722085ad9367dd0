/** What a session keeps in this browser besides its token. `operator` is the digest that tells operators apart, or ''. */
export const draftKey = (operator: string): string =>
  operator === '' ? 'auto-comment-bot.draft' : `auto-comment-bot.draft.${operator}`

export const sendsKey = 'auto-comment-bot.sends'
