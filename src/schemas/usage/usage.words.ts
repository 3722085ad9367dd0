import { counted } from '../counted'

export const dailyLimits = 'Daily limits'
export const nextReset = 'Next reset:'
export const setByAdministrator = '. An administrator sets the limits.'
export const modelCalls = 'Model calls'
export const modelTokens = 'Model tokens'
export const repliesSent = 'Replies sent'
export const storedRecords = 'Stored posts, drafts and tasks'
export const limitHint = (used: string, standard: string): string =>
  `Used today: ${used}. Leave empty for the server's default: ${standard}.`
export const wholeNumber = 'Enter a whole number, or leave the field empty'
export const limitsSaved = 'Limits saved'
export const spendingLead = 'The cost of sending and reading on X, and of drafts by models.'
export const noSpending = 'This server does not provide costs of X.'
export const budgets = 'Budgets'
export const budgetsLead = 'Your daily budgets, and what X and models cost:'
export const openSpending = 'Spending'
export const dailyBudget = 'Daily budget in dollars'
export const budgetUsedUp = 'When the budget is used up, sending and reading mentions wait until 00:00 UTC.'
export const dailyModelBudget = 'Daily model budget in dollars'
export const modelBudgetUsedUp = 'When the budget is used up, drafts wait until 00:00 UTC.'
export const optionalBudget = (outcome: string): string => `${outcome} Leave empty for no budget.`
export const highestBudget = (outcome: string, most: string): string => `${outcome} This server allows at most ${most}.`
export const invalidBudget = 'Enter dollars, such as 5.00, or leave the field empty for no budget'
export const budgetTooHigh = (most: string): string => `At most ${most} a day`
export const budgetSaved = 'Budget saved'
export const todayUntil = 'Today, until 00:00 UTC:'
export const budgetIsUsedUp = '. The budget is used up.'
export const budgetLeft = (left: string): string => `. ${left} of the budget is left.`
export const nothingSpent = 'Nothing was spent in the last 30 days.'
export const spendingByDay = 'Spending by day'
export const dayInUtc = 'Day (UTC)'
export const reply = 'A reply'
export const replyWithLink = 'A reply with a link'
export const replyToMention = 'A reply to a post that mentions or quotes the account'
export const readPost = 'Reading a post'
export const readOwnPost = 'Reading a post of the account that owns the app'
export const readPerson = 'Author lookup'
export const readAccount = 'Account lookup'
export const pricesOfX = (date: string, source: string): string =>
  `As of ${date}, from ${source}. X charges once a day for each post that is read, and nothing for refused calls. X's console shows the final bill.`
export const modelsByDay = 'Models by day'
export const byModel = 'By model, last 30 days'
export const byCharacter = 'By character, last 30 days'
export const characterWithId = (name: string, id: number): string => `${name}, ID ${id}`
export const noModelPrices = 'This server has no model prices (MODEL_PRICES), so it counts only tokens.'
export const pricesOfModels = (date: string, source: string | null, prices: string): string =>
  `As of ${date}${source === null ? '' : `, from ${source}`}: ${prices}. The provider's bill is final.`
export const tokens = (input: number, output: number, isEstimated: boolean): string => {
  const count = `${counted(input, 'token')} in, ${output.toLocaleString()} out`
  return isEstimated ? `about ${count} (estimated)` : count
}
export const tokenPrice = (input: string, output: string): string => `${input} in, ${output} out per million tokens`
export const priceNotKnown = 'price not known'
export const callsWithoutPrice = (calls: number): string => `${counted(calls, 'call')} without a known price`
export const unconfirmed = (most: string): string => `up to ${most} more that is not known yet`
export const underTenthOfSecond = 'under 0.1 s'
