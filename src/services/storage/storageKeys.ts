const ofOperator = (name: string) => (operator: string) =>
  operator === '' ? `auto-comment-bot.${name}` : `auto-comment-bot.${name}.${operator}`

/** `operator` is the digest that separates operators, or ''. */
export const draftKey = ofOperator('draft')
export const messagesKey = ofOperator('messages')
export const followedKey = ofOperator('followed')
export const inboxKey = ofOperator('inbox')
export const cutImportKey = ofOperator('import')
export const queueKey = ofOperator('queue')
export const queueHabitsKey = ofOperator('queueHabits')
export const draftClaimsKey = ofOperator('draftClaims')
export const recordingKey = ofOperator('recording')

/** Keys that a logout deletes. */
export const operatorKeys = (operator: string): string[] =>
  [
    ...[draftKey, messagesKey, followedKey, inboxKey, cutImportKey],
    ...[queueKey, queueHabitsKey, draftClaimsKey, recordingKey],
  ].map((keyOf) => keyOf(operator))

export const holdsSendsKey = 'auto-comment-bot.holdsSends'

export const sendsKey = 'auto-comment-bot.sends'
