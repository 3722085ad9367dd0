export const sameMentions = 'X returned the same mentions again'
export const cannotRead = (reason: string): string => `Mentions cannot be read: ${reason}`
export const askedToStop = (text: string): string => `Asked to be left alone: "${text}"`
export const agentInactive = (reason: string): string => `The media agent is inactive: ${reason}`
export const connectAgain = 'connect it again.'
export const resumesAt = (paused: string, time: string): string => `${paused} Reading resumes at ${time} UTC.`
export const listFull = (most: number): string => `The list already holds ${most} people`
export const addedByYou = 'You added them.'
export const onList = (username: string, reason: string): string =>
  `${username} is on your do-not-reply list (${reason}). Remove them from the list to reply.`
