const ofOperator = (name: string) => (operator: string) =>
  operator === '' ? `auto-comment-bot.${name}` : `auto-comment-bot.${name}.${operator}`

/** What a session keeps in this browser besides its token. `operator` is the digest that tells operators apart, or ''. */
export const draftKey = ofOperator('draft')
export const messagesKey = ofOperator('messages')
export const followedKey = ofOperator('followed')
export const inboxKey = ofOperator('inbox')
export const cutImportKey = ofOperator('import')
export const queueKey = ofOperator('queue')
export const queueHabitsKey = ofOperator('queueHabits')
export const draftClaimsKey = ofOperator('draftClaims')

/** All that is an operator's own, and is forgotten when they log out. */
export const operatorKeys = (operator: string): string[] =>
  [draftKey, messagesKey, followedKey, inboxKey, cutImportKey, queueKey, queueHabitsKey, draftClaimsKey].map((keyOf) =>
    keyOf(operator),
  )

/** Kept on this device for whoever uses it. */
export const holdsSendsKey = 'auto-comment-bot.holdsSends'

export const sendsKey = 'auto-comment-bot.sends'
