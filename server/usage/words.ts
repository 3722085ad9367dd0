export const serverDefault = "the server's defaults"
export const limitReached = (amount: string): string =>
  `You have reached today's limit of ${amount}. It resets at 00:00 UTC, or an administrator can raise it.`
export const sendingBudgetUsed = (daily: string): string =>
  `Today's budget of ${daily} is used up. Sending resumes at 00:00 UTC or when you raise it.`
export const readingBudgetSmall = (daily: string): string =>
  `The rest of today's budget of ${daily} does not pay for 5 mentions, the fewest that X returns. Reading resumes at 00:00 UTC or when you raise it.`
export const budgetTooSmall = (daily: string): string =>
  `The rest of today's budget of ${daily} is too small for this. Reading resumes at 00:00 UTC or when you raise it.`
export const costsMore = (left: string, price: string): string => `: ${left} is left, and this costs about ${price}`
export const isUsedUp = ' is used up'
export const modelBudget = (daily: string, rest: string): string =>
  `Today's model budget of ${daily}${rest}. Drafts can be written again at 00:00 UTC or when you raise it under Spending.`
export const promptOfReply = 'The prompt of this reply'
export const ceiling = (daily: string): string => `this server allows at most ${daily} a day`
